import type { Locator } from "vitest/browser";
import { userEvent } from "vitest/browser";

/** Puts the focus on an element, as scripts and screen readers do. */
export async function focusOn(locator: Locator): Promise<void> {
  const element = await locator.findElement();
  element.focus();
}

/** Puts the focus on an element and presses keys there, as `userEvent.keyboard` names them. */
export async function pressKeys(locator: Locator, keys: string): Promise<void> {
  await focusOn(locator);
  await userEvent.keyboard(keys);
}

/** Sends a form with several lines from its field. */
export const CONTROL_ENTER = "{Control>}{Enter}{/Control}";
