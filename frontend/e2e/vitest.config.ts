import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** One real server, one scripted model server, one browser: files run one after the other. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  test: {
    include: ["*.e2e.ts"],
    globalSetup: ["./servers.ts"],
    fileParallelism: false,
    testTimeout: 40_000,
    hookTimeout: 60_000,
    // Focus and frames of a real browser on two busy cores: a fault that stays is still a fault.
    retry: 1,
    reporters: ["verbose"],
  },
});
