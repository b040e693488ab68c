"use client";

import { type CSSProperties, useEffect } from "react";
import { Toaster as Sonner } from "sonner";
import { useTranslations } from "use-intl";
import { toasterIsThere } from "./notify";
import { useTheme } from "./preferences";

/** Beside the work, never over the buttons that decide: above the view's own controls, on a phone under the bar. */
const OFFSET = { left: 16, bottom: 60 };
const ON_PHONES = { top: 56, left: 12, right: 12 };
const PHONE = "(max-width: 640px)";
const WIDTH = { "--width": "288px" } as CSSProperties;

export default function Toaster() {
  const theme = useTheme();
  const t = useTranslations("common");
  useEffect(toasterIsThere, []);
  return (
    <Sonner
      theme={theme}
      position={window.matchMedia(PHONE).matches ? "top-center" : "bottom-left"}
      offset={OFFSET}
      mobileOffset={ON_PHONES}
      style={WIDTH}
      toastOptions={{ className: "toast", closeButtonAriaLabel: t("close") }}
      gap={8}
    />
  );
}
