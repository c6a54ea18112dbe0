/**
 * Presses the button with this `data-key`, which opens its menu or dialog. Returns whether the
 * button exists.
 */
export function pressButton(within: ParentNode | undefined | null, key: string): boolean {
  const buttons = within?.querySelectorAll<HTMLButtonElement>("button[data-key]") ?? [];
  const button = [...buttons].find(({ dataset }) => dataset["key"] === key);
  if (!button) return false;
  button.focus();
  // The buttons of menus open on a key or pointer, not on a click.
  if (button.getAttribute("aria-haspopup") === "menu")
    button.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  else button.click();
  return true;
}
