"use client";

import { Command } from "cmdk";
import { Languages, SunMoon, Users } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { useTranslations } from "use-intl";
import { useCouncils } from "@/api/queries";
import { LANGUAGES } from "@/i18n/languages";
import { commandFilter } from "@/ui/command-filter";
import { Icon } from "@/ui/icon";
import { chooseLanguage, chooseTheme } from "@/ui/preferences";
import { useCommands } from "./commands";
import { PLACES } from "./places";

const THEMES = ["system", "light", "dark"] as const;

/** Search everything, do anything (Ctrl K). */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const router = useRouter();
  const councils = useCouncils();
  const commands = useCommands((state) => state.commands);
  const then = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="palette" aria-describedby={undefined}>
          <Dialog.Title className="vh">{t("palette.title")}</Dialog.Title>
          <Command loop label={t("palette.title")} filter={commandFilter}>
            <Command.Input autoFocus placeholder={t("palette.placeholder")} />
            <Command.List label={t("palette.title")}>
              <Command.Empty>{t("palette.empty")}</Command.Empty>
              {commands.length > 0 && (
                <Command.Group heading={t("palette.canvas")}>
                  {commands.map((command) => (
                    <Command.Item
                      key={command.id}
                      className="menu-i"
                      value={command.label}
                      onSelect={then(command.run)}
                    >
                      <Icon of={command.icon} />
                      <span className="grow">{command.label}</span>
                      {command.keys && <kbd>{command.keys}</kbd>}
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
              <Command.Group heading={t("palette.places")}>
                {PLACES.map((place) => (
                  <Command.Item
                    key={place.href}
                    className="menu-i"
                    value={t(`nav.${place.name}`)}
                    onSelect={then(() => router.push(place.href))}
                  >
                    <Icon of={place.icon} />
                    {t(`nav.${place.name}`)}
                  </Command.Item>
                ))}
              </Command.Group>
              {councils.data && councils.data.length > 0 && (
                <Command.Group heading={t("palette.councils")}>
                  {councils.data.map((council) => (
                    <Command.Item
                      key={council.id}
                      className="menu-i"
                      value={`${council.name} ${council.id}`}
                      onSelect={then(() => router.push(`/rat-architekt/?council=${council.id}`))}
                    >
                      <Icon of={Users} />
                      {council.name}
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
              <Command.Group heading={t("palette.appearance")}>
                {THEMES.map((theme) => (
                  <Command.Item
                    key={theme}
                    className="menu-i"
                    value={`${t("theme.label")}: ${t(`theme.${theme}`)}`}
                    onSelect={then(() => chooseTheme(theme))}
                  >
                    <Icon of={SunMoon} />
                    {t("theme.label")}: {t(`theme.${theme}`)}
                  </Command.Item>
                ))}
                {LANGUAGES.map((language) => (
                  <Command.Item
                    key={language.id}
                    className="menu-i"
                    value={`${t("language.label")}: ${language.name}`}
                    onSelect={then(() => chooseLanguage(language.id))}
                  >
                    <Icon of={Languages} />
                    {t("language.label")}: <span lang={language.id}>{language.name}</span>
                  </Command.Item>
                ))}
              </Command.Group>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
