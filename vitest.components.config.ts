import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import type { BrowserCommand } from "vitest/node";
import { launchOptions } from "./e2e/support/launchOptions.ts";

/** Has the whole browser prefer light or dark, as the visitor's system does. */
const preferColorScheme: BrowserCommand<["light" | "dark"]> = ({ page }, colorScheme) =>
  page.emulateMedia({ colorScheme });

/** Component tests: the real pages in a real browser, with a scripted server in place of the network, see web/testing. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  optimizeDeps: {
    // All packages are found before the first test: one that is found later loads the window anew.
    entries: ["web/main.tsx", "web/pages/*.tsx", "web/**/*.component.test.tsx"],
  },
  test: {
    include: ["web/**/*.component.test.tsx"],
    setupFiles: ["web/testing/setup.ts"],
    // All files share one window and its modules; openPage.tsx leaves nothing of a page behind.
    isolate: false,
    fileParallelism: false,
    testTimeout: 60_000,
    expect: { poll: { timeout: 5_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 720 },
      provider: playwright({
        launchOptions: await launchOptions(),
        contextOptions: { reducedMotion: "reduce" },
        actionTimeout: 5_000,
      }),
      commands: { preferColorScheme },
      instances: [{ browser: "chromium" }],
    },
  },
});
