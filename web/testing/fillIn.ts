import type { Locator, LocatorSelectors } from "vitest/browser";
import { page } from "vitest/browser";

/** Fills in fields of the page or of a dialog by their labels. '(optional)' may be omitted. */
export async function fillIn(
  values: Readonly<Record<string, string>>,
  form?: LocatorSelectors,
): Promise<void> {
  for (const [label, value] of Object.entries(values)) await fieldOf(label, form).fill(value);
}

/** The field with a label. */
export function fieldOf(label: string, form: LocatorSelectors = page): Locator {
  return form.getByLabelText(new RegExp(`^${escaped(label)}(?: \\(optional\\))?$`));
}

/** A text as part of a regular expression that matches it. */
export function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
