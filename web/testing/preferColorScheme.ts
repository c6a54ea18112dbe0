import { commands } from "vitest/browser";

declare module "vitest/browser" {
  interface BrowserCommands {
    preferColorScheme: (scheme: "light" | "dark") => Promise<void>;
  }
}

/** Sets the colour scheme that the operating system prefers. Tests reset it to light. */
export async function preferColorScheme(scheme: "light" | "dark"): Promise<void> {
  await commands.preferColorScheme(scheme);
}
