import { commands } from "vitest/browser";

declare module "vitest/browser" {
  interface BrowserCommands {
    preferColorScheme: (scheme: "light" | "dark") => Promise<void>;
  }
}

/** Has the visitor's system prefer light or dark; light again after the test. */
export async function preferColorScheme(scheme: "light" | "dark"): Promise<void> {
  await commands.preferColorScheme(scheme);
}
