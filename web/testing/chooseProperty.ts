import { page } from "vitest/browser";

/** Chooses a value in the menu of a property on an item's page, as an admin. */
export async function chooseProperty(label: string, value: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${label}: `) }).click();
  await page.getByRole("menuitemradio", { name: value, exact: true }).click();
}
