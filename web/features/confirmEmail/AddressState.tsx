import type { RefObject } from "react";
import { useRef } from "react";
import type { User } from "#contract/users.ts";
import { confirmationQuestion } from "#web/app/api/questions.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { useFocusWhenLost } from "#web/ui/focus.ts";

/**
 * Displays whether the user's e-mail address is confirmed, with a button to confirm the address.
 * Displays nothing for an unconfirmed address that need not be confirmed.
 */
export function AddressState({ user: { confirmedAt, mustConfirmEmail } }: { user: User }) {
  const state = useRef<HTMLElement>(null);
  if (confirmedAt === null && !mustConfirmEmail) return null;
  return (
    <dd ref={state} tabIndex={-1} className="mt-2 flex flex-wrap items-center gap-3 outline-none">
      {mustConfirmEmail ? (
        <NotConfirmed focusAfterwards={state} />
      ) : (
        <Badge tone="green">Confirmed</Badge>
      )}
    </dd>
  );
}

interface NotConfirmedProps {
  /** Gets the focus once the e-mail address is confirmed, because the button no longer exists. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

function NotConfirmed({ focusAfterwards }: NotConfirmedProps) {
  useFocusWhenLost(focusAfterwards);
  return (
    <>
      <Badge tone="amber">Not confirmed</Badge>
      <Button
        variant="secondary"
        size="sm"
        aria-haspopup="dialog"
        onClick={() => void confirmationQuestion.ask()}
      >
        Confirm
      </Button>
    </>
  );
}
