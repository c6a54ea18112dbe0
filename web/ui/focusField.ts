import type { MouseEvent, RefObject } from "react";

/**
 * Puts the focus into a text field because the control that was pressed goes with what it did. Not where a finger pressed it: the keyboard
 * would come up over the page.
 */
export function focusField(
  { current }: RefObject<HTMLElement | null>,
  { nativeEvent }: MouseEvent,
): void {
  const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
  if (!isTouch) current?.focus();
}
