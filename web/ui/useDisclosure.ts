import type { KeyboardEvent } from "react";
import { useId, useRef, useState } from "react";

/**
 * Manages a button that shows and hides the content next to it. Escape hides the content and
 * focuses the button.
 */
export function useDisclosure() {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const fold = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen && event.key === "Escape") fold();
  };
  return {
    isOpen,
    fold,
    button: {
      ref: button,
      "aria-expanded": isOpen,
      "aria-controls": id,
      onClick: () => setIsOpen(!isOpen),
      onKeyDown,
    },
    panel: { id, onKeyDown },
  };
}
