import type { MouseEvent, RefObject } from "react";

/**
 * Moves the focus to a text field when the pressed control is removed. After a touch the focus does
 * not move, because a focused text field would open the on-screen keyboard.
 */
export function focusField(
  { current }: RefObject<HTMLElement | null>,
  { nativeEvent }: MouseEvent,
): void {
  const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
  if (!isTouch) current?.focus();
}
