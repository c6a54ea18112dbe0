import type { RefObject } from "react";
import { useState } from "react";
import type { AdminUser } from "#contract/adminUsers.ts";
import { adminUsersApi } from "#contract/adminUsers.ts";
import { auditLogApi } from "#contract/auditLog.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { useFocusWhenLost } from "#web/ui/focus.ts";

interface TurnMfaOffProps {
  user: AdminUser;
  /** Called when the second factor is off. The caller then no longer renders this component. */
  onDone: () => void;
  /** Gets the focus when this component is removed from the page. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/**
 * Asks for confirmation, then turns off the second factor of another user, who has lost phone and
 * recovery codes. Users turn off their own second factor at /settings.
 */
export function TurnMfaOff({ user, onDone, focusAfterwards }: TurnMfaOffProps) {
  useFocusWhenLost(focusAfterwards);
  const [isAsking, setIsAsking] = useState(false);
  const isOwn = useCurrentUser()?.id === user.id;
  const turnOff = useApiMutation(adminUsersApi.turnMfaOff, {
    refetch: [adminUsersApi.list, auditLogApi.list],
    success: "Two-factor authentication turned off successfully",
    errorFallback: "Failed to turn off two-factor authentication",
    onSuccessMounted: onDone,
    onError: () => setIsAsking(false),
  });
  if (isOwn) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t pt-4">
      <p className="min-w-0 flex-1 basis-48 text-sm text-muted">
        For a user who has lost their phone and recovery codes.
      </p>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Turn off two-factor
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Turn off two-factor authentication"
        description={
          <>
            The password alone will open the account of{" "}
            <strong className="font-semibold wrap-anywhere text-ink">{user.username}</strong>. Make
            sure that it is they who ask for it. They are signed out in every browser.
          </>
        }
        confirmLabel="Turn off"
        pendingLabel="Turning off..."
        pending={turnOff.isPending}
        onConfirm={() => turnOff.mutate({ params: { id: user.id } })}
      />
    </div>
  );
}
