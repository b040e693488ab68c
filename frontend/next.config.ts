import type { NextConfig } from "next";

const config: NextConfig = {
  output: "export",
  trailingSlash: true,
  reactStrictMode: true,
  poweredByHeader: false,
  images: { unoptimized: true },
  turbopack: {
    // Catalogues are compiled at build time; pages carry only what fills in the values (a tenth of the parser).
    rules: {
      "*.json": {
        condition: { path: /\/i18n\/messages\/\w+\.json$/ },
        loaders: ["./scripts/messages-loader.mjs"],
        as: "*.js",
      },
    },
    resolveAlias: { "use-intl/format-message": "use-intl/format-message/format-only" },
  },
};

export default config;
