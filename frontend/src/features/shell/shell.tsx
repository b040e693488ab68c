"use client";

import { Search, SunMoon } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useUpdates, useUpdatesLink } from "@/api/updates";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { fetchLaterParts, later } from "@/ui/later";
import { useToasterWanted } from "@/ui/notify";
import { chooseTheme, type Theme, useTheme } from "@/ui/preferences";
import { TipLayer } from "@/ui/tooltip";
import { Boundary } from "./boundary";
import { Brand } from "./brand";
import { PLACES } from "./places";

const Palette = dynamic(
  later(() => import("./palette").then((module) => module.Palette)),
  { ssr: false },
);

const Toaster = dynamic(
  later(() => import("@/ui/toaster")),
  { ssr: false },
);

const NEXT_THEME: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };

function Attention() {
  const t = useTranslations("attention");
  const waiting = useUpdates((state) => state.attention);
  const oldest = waiting[0];
  if (!oldest) return null;
  return (
    <Link className="attn" href={`/konferenzzimmer/?run=${oldest}`}>
      <span className="dot" />
      {t("waiting", { count: waiting.length })}
    </Link>
  );
}

function Offline() {
  const t = useTranslations("attention");
  const link = useUpdates((state) => state.link);
  if (link !== "waiting") return null;
  return (
    <span className="badge badge-danger only-l" role="status">
      {t("offline")}
    </span>
  );
}

function ThemeButton() {
  const t = useTranslations("theme");
  const theme = useTheme();
  return (
    <IconButton
      icon={SunMoon}
      className="muted only-l"
      label={t("switch", { name: t(theme) })}
      onClick={() => chooseTheme(NEXT_THEME[theme])}
    />
  );
}

function usePaletteKey(open: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        open();
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [open]);
}

/** The frame of every page: places, attention, palette, toasts. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations();
  const path = usePathname();
  const toasts = useToasterWanted((state) => state.wanted);
  const [palette, setPalette] = useState(false);
  const [openPalette] = useState(() => () => setPalette(true));
  useUpdatesLink();
  useEffect(fetchLaterParts, []);
  usePaletteKey(openPalette);
  const current = (href: string) => (path.startsWith(href.slice(0, -1)) ? "page" : undefined);
  const settings = PLACES[3];

  return (
    <div className="app">
      <header className="nav">
        <a className="skip" href="#content">
          {t("nav.skip")}
        </a>
        <Link className="brand" href="/rat-architekt/">
          <Brand />
          CouncilOS
        </Link>
        <nav className="tabs" aria-label={t("nav.label")}>
          {PLACES.slice(0, 3).map((place) => (
            <Link key={place.href} className="tab" href={place.href} aria-current={current(place.href)}>
              <Icon of={place.icon} />
              {t(`nav.${place.name}`)}
            </Link>
          ))}
        </nav>
        <div className="nav-end">
          <Offline />
          <Attention />
          <button
            className="find"
            type="button"
            aria-label={`${t("palette.open")} ${t("palette.keys")}`}
            onClick={openPalette}
          >
            <Icon of={Search} />
            <span className="lbl">{t("palette.open")}</span> <kbd>{t("palette.keys")}</kbd>
          </button>
          <ThemeButton />
          {settings && (
            <Link
              className="btn btn-ghost btn-icon muted only-l"
              href={settings.href}
              aria-label={t("nav.settings")}
              aria-current={current(settings.href)}
            >
              <Icon of={settings.icon} />
            </Link>
          )}
        </div>
      </header>
      <Boundary>{children}</Boundary>
      <nav className="bottom-tabs" aria-label={t("nav.labelBottom")}>
        {PLACES.map((place) => (
          <Link key={place.href} href={place.href} aria-current={current(place.href)}>
            <Icon of={place.icon} size={20} />
            {t(`nav.${place.short}`)}
          </Link>
        ))}
      </nav>
      {palette && (
        <Boundary quiet>
          <Palette onClose={() => setPalette(false)} />
        </Boundary>
      )}
      {toasts && (
        <Boundary quiet>
          <Toaster />
        </Boundary>
      )}
      <TipLayer />
    </div>
  );
}
