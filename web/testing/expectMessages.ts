import type { LocatorSelectors } from "vitest/browser";
import { expect } from "vitest";
import { escaped, fieldOf } from "./fillIn.ts";

/**
 * Expects that fields of the page or of a dialog are marked as invalid and have a description that
 * starts with an error message. `messages` maps the labels of the fields to these messages.
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
