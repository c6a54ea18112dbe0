/** The state of a history entry that a pressed key has opened. The new page handles this key. */
interface PressedKey {
  readonly pressedKey: string;
}

/** Returns the state for opening a page that handles the key as if it were pressed on that page. */
export const withPressedKey = (key: string): PressedKey => ({ pressedKey: key });

/** Returns the key that opened a history entry; null if no key opened the entry. */
export function pressedKeyOf(state: unknown): string | null {
  const isPressed = typeof state === "object" && state !== null && "pressedKey" in state;
  return isPressed && typeof state.pressedKey === "string" ? state.pressedKey : null;
}
