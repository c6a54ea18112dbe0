import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";

/** Fills in fields of a page or of a dialog by their labels. '(optional)' may be omitted. */
export async function fillIn(
  form: Page | Locator,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [label, value] of Object.entries(values)) await fieldOf(form, label).fill(value);
}

/** Expects each field to be invalid and to show its message. */
export async function expectMessages(
  form: Page | Locator,
  messages: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [label, message] of Object.entries(messages)) {
    const field = fieldOf(form, label);
    await expect(field).toHaveAccessibleDescription(new RegExp(`^${escaped(message)}`));
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
}

/** The field with a label. */
export function fieldOf(form: Page | Locator, label: string): Locator {
  return form.getByLabel(new RegExp(`^${escaped(label)}(?: \\(optional\\))?$`));
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
