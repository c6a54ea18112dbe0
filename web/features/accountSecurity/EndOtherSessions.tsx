import type { RefObject } from "react";
import { useState } from "react";
import { sessionsApi } from "#contract/sessions.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { useFocusWhenLost } from "#web/ui/useFocusWhenLost.ts";

/** Asks for confirmation, then ends all sessions of the user except the current session. */
export function EndOtherSessions({
  focusAfterwards,
}: {
  focusAfterwards: RefObject<HTMLElement | null>;
}) {
  const [isAsking, setIsAsking] = useState(false);
  // Moves the focus when the last other session has ended, because the focused button is then
  // removed from the page.
  useFocusWhenLost(focusAfterwards);
  const end = useApiMutation(sessionsApi.endOthers, {
    refetch: [sessionsApi.list],
    success: "All other sessions ended successfully",
    errorFallback: "Failed to end sessions",
    onSuccessMounted: () => setIsAsking(false),
    onError: () => setIsAsking(false),
  });
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        End all other sessions
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="End all other sessions"
        description="You are signed out in every other browser and have to log in again there."
        confirmLabel="End all others"
        pendingLabel="Ending..."
        pending={end.isPending}
        onConfirm={() => end.mutate()}
      />
    </>
  );
}
