import type { ReactNode, RefObject } from "react";
import type { NotificationSettings, SuppressionReason } from "#contract/notificationSettings.ts";
import { confirmationQuestion } from "#web/app/api/questions.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { useFocusWhenLost } from "#web/ui/focus.ts";

interface NoMailsNoteProps {
  /** Why no mails are sent at present. */
  text: ReactNode;
  /** A button with which the user can get mails again. */
  children?: ReactNode;
}

/** A note that says why no mails are sent to the user at present. */
export function NoMailsNote({ text, children }: NoMailsNoteProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-lg border border-line bg-sunken px-4 py-3">
      <p className="min-w-0 flex-1 basis-56 text-sm">{text}</p>
      {children}
    </div>
  );
}

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
        onClick={() => void confirmationQuestion.ask()}
      >
        Confirm email address
      </Button>
    </NoMailsNote>
  );
}

const REASONS: Record<SuppressionReason, string> = {
  refused: "Your mail server refused our mails on",
  bounced: "A mail to your address came back on",
};

interface SuppressionNoteProps {
  suppression: NonNullable<NotificationSettings["suppression"]>;
  /** Gets the focus once the suppression is lifted, because the focused note is removed. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** Says why the user's e-mail address is suppressed, with a button that lifts the suppression. */
export function SuppressionNote({ suppression, focusAfterwards }: SuppressionNoteProps) {
  useFocusWhenLost(focusAfterwards);
  const lift = useApiMutation("DELETE /api/user/mail-suppression", {
    changes: "notificationSettings",
    success: "Mails are sent to your address again",
    errorFallback: "Failed to send mails again",
  });
  return (
    <NoMailsNote
      text={
        <>
          {REASONS[suppression.reason]} <CalendarDate value={suppression.since} />, so no mails are
          sent to you.
        </>
      }
    >
      <Button
        variant="secondary"
        size="sm"
        pending={lift.isPending}
        pendingLabel="Sending again..."
        onClick={() => lift.mutate()}
      >
        Send mails again
      </Button>
    </NoMailsNote>
  );
}
