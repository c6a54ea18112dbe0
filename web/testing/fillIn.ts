import type { Locator, LocatorSelectors } from "vitest/browser";
import { page } from "vitest/browser";

/** Fills in the fields of the page or a dialog by their labels, which may end in '(optional)'. */
export async function fillIn(
  values: Readonly<Record<string, string>>,
  form?: LocatorSelectors,
): Promise<void> {
  for (const [label, value] of Object.entries(values)) await fieldOf(label, form).fill(value);
}

/** The field of a label. */
export function fieldOf(label: string, form: LocatorSelectors = page): Locator {
  return form.getByLabelText(new RegExp(`^${escaped(label)}(?: \\(optional\\))?$`));
}

/** A text as part of a regular expression that matches it. */
export function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
