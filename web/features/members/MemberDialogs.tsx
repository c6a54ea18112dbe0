import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { Member } from "#contract/members.ts";
import { MemberChanges } from "#contract/members.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { showConflict } from "#web/app/api/showConflict.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { toastAfterReload } from "#web/ui/toast.ts";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import { RoleField } from "./RoleField.tsx";

/** A member or customer whom the dialogs are about. */
export type ManagedPerson = Pick<Member, "id" | "username" | "fullName" | "role">;

interface MemberDialogsProps {
  children: (open: {
    readonly changeRole: (person: ManagedPerson) => void;
    readonly remove: (person: ManagedPerson) => void;
    readonly unlink: (person: ManagedPerson) => void;
  }) => ReactNode;
}

/**
 * The dialogs that change the role of a person in a list, remove the person, and remove the person's
 * link with the company's provider.
 */
export function MemberDialogs({ children }: MemberDialogsProps) {
  const role = useDialogState<ManagedPerson>();
  const removal = useDialogState<ManagedPerson>();
  const unlinking = useDialogState<ManagedPerson>();
  return (
    <>
      {children({ changeRole: role.open, remove: removal.open, unlink: unlinking.open })}
      <OpenDialog state={role}>
        {(member, frame) => <ChangeRoleDialog {...frame} member={member} />}
      </OpenDialog>
      <OpenDialog state={removal}>
        {(member, frame) => <RemoveMemberDialog {...frame} member={member} />}
      </OpenDialog>
      <OpenDialog state={unlinking}>
        {({ id, fullName, username }, frame) => (
          <MutationDialog
            {...frame}
            endpoint={"DELETE /api/company/sign-on/people/:id"}
            input={{ params: { id } }}
            changes="members"
            success="Sign-on link removed successfully"
            errorFallback="Failed to remove the sign-on link"
            title="Remove sign-on link?"
            description={
              <>
                The next login with your provider and the same address links{" "}
                <strong dir="auto" className="font-semibold wrap-anywhere text-ink">
                  {fullName ?? username}
                </strong>{" "}
                anew. Do this if your provider has changed its ids.
              </>
            }
            confirmLabel="Remove link"
            pendingLabel="Removing..."
          />
        )}
      </OpenDialog>
    </>
  );
}

interface ChangeRoleDialogProps {
  isOpen: boolean;
  onClose: () => void;
  member: ManagedPerson;
}

/** The dialog that changes the role of a member. */
function ChangeRoleDialog({ isOpen, onClose, member }: ChangeRoleDialogProps) {
  const { id, username, fullName } = member;
  const form = useForm({
    resolver: zodResolver(MemberChanges),
    defaultValues: { role: member.role },
  });
  const { isOwn, afterChange } = useOwnMembership(id);
  const update = useApiMutation("PATCH /api/members/:id", {
    form,
    ...(isOwn
      ? { onSuccessMounted: () => afterChange("You are no admin any more") }
      : {
          changes: "members" as const,
          success: "Role changed successfully",
          onSuccessMounted: onClose,
        }),
    errorFallback: "Failed to change the role",
    onError: (error) => showConflict(form, error, "role"),
  });
  const role = useWatch({ control: form.control, name: "role" });
  const { isDirty, errors } = form.formState;
  const submit = form.handleSubmit((body) => {
    if (update.isPending) return;
    if (isDirty) update.mutate({ params: { id }, body });
    else onClose();
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title="Change role"
      description={
        <>
          <strong dir="auto" className="font-semibold wrap-anywhere text-ink">
            {fullName ?? username}
          </strong>{" "}
          will be signed out everywhere and must log in again. Open invitations to and from this
          person stop working.
        </>
      }
      isDirty={isDirty}
      isPending={update.isPending || (isOwn && update.isSuccess)}
      submitLabel="Save changes"
      pendingLabel="Saving..."
      onSubmit={() => void submit()}
    >
      <RoleField field={form.register("role")} role={role} error={errors.role?.message} />
    </FormDialog>
  );
}

interface RemoveMemberDialogProps {
  isOpen: boolean;
  onClose: () => void;
  member: ManagedPerson;
}

/** Asks for confirmation, then removes a member from the company. */
function RemoveMemberDialog({ member, ...frame }: RemoveMemberDialogProps) {
  const { isOwn, afterChange } = useOwnMembership(member.id);
  return (
    <MutationDialog
      {...frame}
      endpoint={"DELETE /api/members/:id"}
      input={{ params: { id: member.id } }}
      {...(isOwn
        ? { leavesPage: true, onSuccessMounted: () => afterChange("You have left the company") }
        : { changes: "members", success: "Member removed successfully" })}
      errorFallback="Failed to remove the member"
      title={isOwn ? "Leave the company?" : "Remove member?"}
      description={<Consequences member={member} isOwn={isOwn} />}
      confirmLabel={isOwn ? "Leave" : "Remove"}
      pendingLabel={isOwn ? "Leaving..." : "Removing..."}
    />
  );
}

function Consequences({ member, isOwn }: { member: ManagedPerson; isOwn: boolean }) {
  if (isOwn)
    return "You will be signed out everywhere and lose all rights in the company. Open invitations from you stop working. Your account, items, comments and votes stay. An admin can invite you again.";
  return (
    <>
      <strong dir="auto" className="font-semibold wrap-anywhere text-ink">
        {member.fullName ?? member.username}
      </strong>{" "}
      will be signed out everywhere and lose all rights in the company. Open invitations to and from
      this person stop working. The account, its items, comments and votes stay. You can invite the
      person again.
    </>
  );
}

/**
 * Returns whether a member is the signed-in user, and a function to call after users have changed
 * their own role or left the company. The function opens the login page, because the server has
 * ended the user's sessions.
 */
function useOwnMembership(memberId: number) {
  const isOwn = useCurrentUser()?.id === memberId;
  const afterChange = (title: string) => {
    toastAfterReload({ title });
    openNewDocument("/login");
  };
  return { isOwn, afterChange };
}
