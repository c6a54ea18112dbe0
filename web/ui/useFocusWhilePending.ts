import type { RefObject } from "react";
import { useLayoutEffect, useRef } from "react";

interface FocusWhilePending {
  /** Reference to the fieldset, which is disabled while `isPending` is true. */
  readonly fields: RefObject<HTMLFieldSetElement | null>;
  /**
   * Must be called on submit. Once the fields are disabled, it is unknown which field had the
   * focus.
   */
  readonly saveFocus: () => void;
}

/**
 * Manages the focus of fields that are disabled while their form is being saved, and therefore lose
 * the focus. Until the response, the submit button has the focus. After the response, the focus
 * moves to the first invalid field or, if all fields are valid, back to the field that had the
 * focus before.
 */
export function useFocusWhilePending(isPending: boolean): FocusWhilePending {
  const fields = useRef<HTMLFieldSetElement>(null);
  const lastFocused = useRef<HTMLElement | null>(null);
  const wasPending = useRef(false);
  useLayoutEffect(() => {
    const set = fields.current;
    const field = lastFocused.current;
    const button = set?.form?.querySelector<HTMLElement>("[type=submit]");
    if (isPending && field?.matches(":disabled")) button?.focus();
    if (!isPending && wasPending.current) {
      lastFocused.current = null;
      // The form could not focus the invalid field, because the field was still disabled then.
      const invalid = set?.querySelector<HTMLElement>("[aria-invalid=true]");
      if (invalid) invalid.focus();
      else if (document.activeElement === button) field?.focus();
    }
    wasPending.current = isPending;
  }, [isPending]);
  const saveFocus = () => {
    const active = document.activeElement;
    lastFocused.current =
      active instanceof HTMLElement && fields.current?.contains(active) ? active : null;
  };
  return { fields, saveFocus };
}
