import { vi } from "vitest";

const messages: string[] = [];

/** Collects what the page writes to the console as an error or a warning. Ends with the test. */
export function collectConsoleErrors(): void {
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      messages.push(`${level}: ${words.map(String).join(" ")}`);
    });
  }
}

/** What was collected; the next test starts anew. */
export function takeConsoleErrors(): string[] {
  return messages.splice(0);
}
