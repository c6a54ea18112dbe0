/** The state of a history entry that was opened by a key which the new page has to handle. */
interface PressedKey {
  readonly pressedKey: string;
}

/** Returns the state for opening a page that handles the key as if it were pressed there. */
export const withPressedKey = (key: string): PressedKey => ({ pressedKey: key });

/** Returns the key with which a history entry was opened; null if it was opened without one. */
export function pressedKeyOf(state: unknown): string | null {
  const isPressed = typeof state === "object" && state !== null && "pressedKey" in state;
  return isPressed && typeof state.pressedKey === "string" ? state.pressedKey : null;
}
