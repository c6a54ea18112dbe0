import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import type { BrowserCommand } from "vitest/node";
import { launchOptions } from "./e2e/support/launchOptions.ts";

/** Makes the browser report this colour scheme as the preference of the operating system. */
const preferColorScheme: BrowserCommand<["light" | "dark"]> = ({ page }, colorScheme) =>
  page.emulateMedia({ colorScheme });

/** Component tests: the portal's pages in a browser, with a scripted server (web/testing). */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  optimizeDeps: {
    // Vite must find all packages before the first test, because a package that is found later
    // reloads the page.
    entries: ["web/app/main.tsx", "web/pages/*.tsx", "web/**/*.component.test.tsx"],
  },
  test: {
    include: ["web/**/*.component.test.tsx"],
    setupFiles: ["web/testing/setup.ts"],
    // All files share one window and its modules; openPage.tsx removes each page completely.
    isolate: false,
    fileParallelism: false,
    testTimeout: 60_000,
    // This timeout is long enough for a busy machine. Most tests wait much less.
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 720 },
      provider: playwright({
        // The page is open for minutes only. V8's slower optimizing compiler would take more
        // processor time than it saves.
        launchOptions: await launchOptions("--no-opt"),
        contextOptions: { reducedMotion: "reduce" },
        actionTimeout: 15_000,
      }),
      commands: { preferColorScheme },
      instances: [{ browser: "chromium" }],
    },
  },
});
