import type { Locator, LocatorSelectors } from "vitest/browser";
import { page } from "vitest/browser";

/**
 * Fills in fields of the page or of a dialog, found by their labels. The suffix '(optional)' of a
 * label can be omitted.
 */
export async function fillIn(
  values: Readonly<Record<string, string>>,
  form?: LocatorSelectors,
): Promise<void> {
  for (const [label, value] of Object.entries(values)) await fieldOf(label, form).fill(value);
}

/** Returns the field with this label. */
export function fieldOf(label: string, form: LocatorSelectors = page): Locator {
  return form.getByLabelText(new RegExp(`^${escaped(label)}(?: \\(optional\\))?$`));
}

/** Escapes a text, so that a regular expression with it matches the text literally. */
export function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
