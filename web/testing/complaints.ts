import { vi } from "vitest";

const heard: string[] = [];
const expected: RegExp[] = [];

/** Collects what the page says to the console as an error or a warning. */
export function collectComplaints(): void {
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      heard.push(`${level}: ${words.map(String).join(" ")}`);
    });
  }
}

/** From now on such messages are part of the test. */
export function expectComplaint(message: RegExp): void {
  expected.push(message);
}

/** What was collected and is not part of the test; the next one starts anew. */
export function takeUnexpectedComplaints(): string[] {
  const patterns = expected.splice(0);
  return heard.splice(0).filter((text) => !patterns.some((pattern) => pattern.test(text)));
}
