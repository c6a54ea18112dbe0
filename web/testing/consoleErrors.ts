import { vi } from "vitest";

const messages: string[] = [];

/** Collects the page's console errors and warnings until the end of the test. */
export function collectConsoleErrors(): void {
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      messages.push(`${level}: ${words.map(String).join(" ")}`);
    });
  }
}

/** Returns the collected messages and clears the list. */
export function takeConsoleErrors(): string[] {
  return messages.splice(0);
}
