import type { RefObject } from "react";
import type { NotificationSettings, SuppressionReason } from "#contract/notificationSettings.ts";
import { notificationSettingsApi } from "#contract/notificationSettings.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate } from "#web/ui/CalendarDate.tsx";
import { useFocusWhenLost } from "#web/ui/useFocusWhenLost.ts";
import { NoMailsNote } from "./NoMailsNote.tsx";

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
  const lift = useApiMutation(notificationSettingsApi.liftSuppression, {
    refetch: [notificationSettingsApi.read],
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
