"use client";

import { useEffect } from "react";
import { Toaster as Sonner } from "sonner";
import { useTranslations } from "use-intl";
import { toasterIsThere } from "./notify";
import { useTheme } from "./preferences";

export default function Toaster() {
  const theme = useTheme();
  const t = useTranslations("common");
  useEffect(toasterIsThere, []);
  return (
    <Sonner
      theme={theme}
      position="bottom-center"
      toastOptions={{ className: "toast", closeButtonAriaLabel: t("close") }}
      gap={8}
    />
  );
}
