import type { Locator } from "vitest/browser";
import { userEvent } from "vitest/browser";
import { untilRendered } from "./untilRendered.ts";

/** Focuses an element by script, without a click. */
export async function focusOn(locator: Locator): Promise<void> {
  await locator.findElement();
  // When the element is rendered for the first time, an effect can move the focus. Waits for this
  // effect.
  await untilRendered();
  (await locator.findElement()).focus();
}

/** Focuses an element and presses keys, in the syntax of `userEvent.keyboard`. */
export async function pressKeys(locator: Locator, keys: string): Promise<void> {
  await focusOn(locator);
  await userEvent.keyboard(keys);
}

/** The keys that submit a form from a multi-line field. */
export const CONTROL_ENTER = "{Control>}{Enter}{/Control}";
