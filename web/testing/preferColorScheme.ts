import { commands } from "vitest/browser";

declare module "vitest/browser" {
  interface BrowserCommands {
    preferColorScheme: (scheme: "light" | "dark") => Promise<void>;
  }
}

/**
 * Sets the colour scheme that the operating system prefers. A test that sets `dark` must set
 * `light` again, because the setting stays in effect for later tests.
 */
export async function preferColorScheme(scheme: "light" | "dark"): Promise<void> {
  await commands.preferColorScheme(scheme);
}
