import { vi } from "vitest";

const collected: string[] = [];
const expected: RegExp[] = [];

/** Collects the page's console errors and warnings. */
export function collectComplaints(): void {
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      collected.push(`${level}: ${words.map(String).join(" ")}`);
    });
  }
}

/** Ignores matching messages in the current test. */
export function expectComplaint(message: RegExp): void {
  expected.push(message);
}

/** Returns the messages that the test did not expect, and resets both lists. */
export function takeUnexpectedComplaints(): string[] {
  const patterns = expected.splice(0);
  return collected.splice(0).filter((text) => !patterns.some((pattern) => pattern.test(text)));
}
