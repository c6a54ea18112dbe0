import type { RefObject } from "react";
import { useState } from "react";
import type { AdminUser } from "#contract/adminUsers.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useLeave } from "#web/app/navigation/NavigationContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { saveJson } from "#web/ui/saveJson.ts";
import { forgetUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { useFocusWhenLost } from "#web/ui/focus.ts";
import { Download } from "#web/ui/adminIcons.ts";

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
  if (isOwn) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t pt-4">
      <p className="min-w-0 flex-1 basis-48 text-sm text-muted">
        For a user who has lost their phone and recovery codes.
      </p>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Turn off two-factor
      </Button>
      <MutationDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        endpoint={"DELETE /api/admin/users/:id/mfa"}
        input={{ params: { id: user.id } }}
        changes="accounts"
        success="Two-factor authentication turned off successfully"
        errorFallback="Failed to turn off two-factor authentication"
        onSuccessMounted={onDone}
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
      />
    </div>
  );
}

interface EndSessionsProps {
  user: AdminUser;
  button: RefObject<HTMLButtonElement | null>;
}

/** Asks for confirmation, then ends all sessions of a user. */
export function EndSessions({ user, button }: EndSessionsProps) {
  const leave = useLeave();
  const [isAsking, setIsAsking] = useState(false);
  const isOwn = useCurrentUser()?.id === user.id;
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
      <MutationDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        endpoint={"DELETE /api/admin/users/:id/sessions"}
        input={{ params: { id: user.id } }}
        changes="siteAuditLog"
        success="Sessions ended successfully"
        errorFallback="Failed to end sessions"
        {...(isOwn && { guard: leave, leavesPage: true, onSuccessMounted: reloadPage })}
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
      />
    </div>
  );
}

/** Reloads the page after super admins have made a change that signs themselves out. */
export function reloadPage(): void {
  forgetUnsavedChanges();
  window.location.reload();
}

interface UserDataProps {
  user: AdminUser;
  onDeleted: () => void;
}

/**
 * Displays two buttons for another user's account: one downloads the account's data, the other
 * deletes the account. Super admins find the same buttons for their own account at /settings.
 */
export function UserData({ user, onDeleted }: UserDataProps) {
  const isOwn = useCurrentUser()?.id === user.id;
  const download = useApiMutation("GET /api/admin/users/:id/data", {
    changes: "siteAuditLog",
    success: "Data downloaded successfully",
    errorFallback: "Failed to download the user's data",
    onSuccess: (data) => saveJson(data, `account-data-${String(user.id)}.json`),
  });
  if (isOwn) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t pt-4">
      <p className="min-w-0 flex-1 basis-48 text-sm text-muted">
        What is stored of this user, as a file; and the end of the account.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          pending={download.isPending}
          pendingLabel="Downloading..."
          onClick={() => download.mutate({ params: { id: user.id } })}
        >
          <Download aria-hidden="true" />
          Download data
        </Button>
        <DeleteUser user={user} onDeleted={onDeleted} />
      </div>
    </div>
  );
}

function DeleteUser({ user, onDeleted }: Pick<UserDataProps, "user" | "onDeleted">) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Delete user
      </Button>
      <MutationDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        endpoint={"DELETE /api/admin/users/:id"}
        input={{ params: { id: user.id } }}
        changes="accounts"
        success={{ title: "User Deleted", description: "User deleted successfully" }}
        errorFallback="Failed to delete user"
        onDone={onDeleted}
        title="Delete user"
        description={
          <>
            The account of{" "}
            <strong className="font-semibold wrap-anywhere text-ink">{user.username}</strong> ends.
            Its items and comments stay, and show “Deleted user” instead of the name. Its votes are
            taken back, and its address is free for a new account.
            {user.role === "company_admin"
              ? " A company without another admin then has nobody who can manage it."
              : null}{" "}
            This cannot be undone.
          </>
        }
        confirmLabel="Delete user"
        pendingLabel="Deleting..."
      />
    </>
  );
}
