import type { RefObject } from "react";
import { useState } from "react";
import type { AdminUser } from "#contract/adminUsers.ts";
import { adminUsersApi } from "#contract/adminUsers.ts";
import { auditLogApi } from "#contract/auditLog.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useLeave } from "#web/app/navigation/NavigationContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { forgetUnsavedChanges } from "#web/ui/unsavedChanges.ts";

interface EndSessionsProps {
  user: AdminUser;
  button: RefObject<HTMLButtonElement | null>;
}

/** Asks for confirmation, then ends all sessions of a user. */
export function EndSessions({ user, button }: EndSessionsProps) {
  const leave = useLeave();
  const [isAsking, setIsAsking] = useState(false);
  const isOwn = useCurrentUser()?.id === user.id;
  const end = useApiMutation(adminUsersApi.endSessions, {
    refetch: [auditLogApi.list],
    success: "Sessions ended successfully",
    errorFallback: "Failed to end sessions",
    onSuccessMounted: () => {
      setIsAsking(false);
      if (!isOwn) return;
      forgetUnsavedChanges();
      window.location.reload();
    },
    onError: () => setIsAsking(false),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t pt-4">
      <p className="min-w-0 flex-1 basis-48 text-sm text-muted">
        Signs this user out in every browser.
      </p>
      <Button
        ref={button}
        variant="secondary"
        aria-haspopup="dialog"
        onClick={() => setIsAsking(true)}
      >
        End sessions
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="End sessions"
        description={
          <>
            <strong className="font-semibold wrap-anywhere text-ink">{user.username}</strong> is
            signed out in every browser and has to log in again.
            {isOwn ? " This is your own account." : null}
          </>
        }
        confirmLabel="End sessions"
        pendingLabel="Ending..."
        pending={end.isPending}
        onConfirm={() => {
          const endSessions = () => end.mutate({ params: { id: user.id } });
          if (isOwn) leave(endSessions);
          else endSessions();
        }}
      />
    </div>
  );
}
