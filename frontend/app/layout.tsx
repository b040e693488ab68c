import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { Providers } from "@/features/shell/providers";
import { Shell } from "@/features/shell/shell";
import "@/styles/globals.css";

export const metadata: Metadata = { title: "CouncilOS", icons: "/icon.svg" };
export const viewport: Viewport = { width: "device-width", initialScale: 1 };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="de" suppressHydrationWarning>
      <head>
        <script src="/theme.js" />
      </head>
      <body>
        <Providers>
          <Shell>{children}</Shell>
        </Providers>
      </body>
    </html>
  );
}
