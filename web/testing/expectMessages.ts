import type { LocatorSelectors } from "vitest/browser";
import { expect } from "vitest";
import { escaped, fieldOf } from "./fillIn.ts";

/**
 * Expects that each field of the page or a dialog is marked as invalid and described by its
 * message.
 */
export async function expectMessages(
  messages: Readonly<Record<string, string>>,
  form?: LocatorSelectors,
): Promise<void> {
  for (const [label, message] of Object.entries(messages)) {
    const field = fieldOf(label, form);
    await expect
      .element(field)
      .toHaveAccessibleDescription(expect.stringMatching(new RegExp(`^${escaped(message)}`)));
    await expect.element(field).toHaveAttribute("aria-invalid", "true");
  }
}
