import type { Locator, Page } from "@playwright/test";

/**
 * Fills in fields of a page or of a dialog by their labels. The label's suffix '(optional)' may be
 * omitted.
 */
export async function fillIn(
  form: Page | Locator,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [label, value] of Object.entries(values)) await fieldOf(form, label).fill(value);
}

/** Returns the field with this label. */
export function fieldOf(form: Page | Locator, label: string): Locator {
  return form.getByLabel(new RegExp(`^${escaped(label)}(?: \\(optional\\))?$`));
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
