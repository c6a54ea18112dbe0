import { expect } from "vitest";
import type { LocatorSelectors } from "vitest/browser";
import { fieldOf } from "./fillIn.ts";

/** Waits until each field is marked as invalid and described by its message first. */
export async function expectMessages(
  messages: Readonly<Record<string, string>>,
  form?: LocatorSelectors,
): Promise<void> {
  for (const [label, message] of Object.entries(messages)) {
    const field = fieldOf(label, form);
    const start = message.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
    await expect.element(field).toHaveAccessibleDescription(new RegExp(`^${start}`));
    await expect.element(field).toHaveAttribute("aria-invalid", "true");
  }
}
