import type { RefObject } from "react";
import { askForConfirmation } from "#web/app/api/confirmationQuestion.ts";
import { Button } from "#web/ui/Button.tsx";
import { useFocusWhenLost } from "#web/ui/useFocusWhenLost.ts";
import { NoMailsNote } from "./NoMailsNote.tsx";

interface ConfirmationNoteProps {
  /** Gets the focus once the e-mail address is confirmed, because the focused note is removed. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/**
 * Says that no mails are sent to an unconfirmed e-mail address, with a button to confirm the
 * address.
 */
export function ConfirmationNote({ focusAfterwards }: ConfirmationNoteProps) {
  useFocusWhenLost(focusAfterwards);
  return (
    <NoMailsNote text="No mails are sent until you confirm your email address.">
      <Button
        variant="secondary"
        size="sm"
        aria-haspopup="dialog"
        onClick={() => void askForConfirmation()}
      >
        Confirm email address
      </Button>
    </NoMailsNote>
  );
}
