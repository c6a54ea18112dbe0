import type { RefObject } from "react";
import { useLayoutEffect, useRef } from "react";

interface FocusWhilePending {
  /** The fields, disabled while `isPending`. */
  readonly fields: RefObject<HTMLFieldSetElement | null>;
  /** Call it when the form is submitted: once a field is disabled nothing tells any more that it had the focus. */
  readonly saveFocus: () => void;
}

/**
 * For fields that are disabled while their form is being saved, which takes the focus from them: the submit button, which says so, has it
 * meanwhile. Afterwards it is in the first field that was refused, or else where it was.
 */
export function useFocusWhilePending(isPending: boolean): FocusWhilePending {
  const fields = useRef<HTMLFieldSetElement>(null);
  const noted = useRef<HTMLElement | null>(null);
  const wasPending = useRef(false);
  useLayoutEffect(() => {
    const set = fields.current;
    const field = noted.current;
    const button = set?.form?.querySelector<HTMLElement>("[type=submit]");
    if (isPending && field?.matches(":disabled")) button?.focus();
    if (!isPending && wasPending.current) {
      noted.current = null;
      // Whoever refused it wanted the focus there, but the field was still disabled.
      const refused = set?.querySelector<HTMLElement>("[aria-invalid=true]");
      if (refused) refused.focus();
      else if (document.activeElement === button) field?.focus();
    }
    wasPending.current = isPending;
  }, [isPending]);
  const saveFocus = () => {
    const active = document.activeElement;
    noted.current =
      active instanceof HTMLElement && fields.current?.contains(active) ? active : null;
  };
  return { fields, saveFocus };
}
