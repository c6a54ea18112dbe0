import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import type { Member } from "#contract/members.ts";
import { MemberChanges, membersApi } from "#contract/members.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { QUERIES_AFFECTED_BY_MEMBERS } from "./memberQueries.ts";
import { RoleField } from "./RoleField.tsx";
import { useOwnMembership } from "./useOwnMembership.ts";

interface ChangeRoleDialogProps {
  isOpen: boolean;
  onClose: () => void;
  member: Member;
}

/** The dialog that changes the role of a member. */
export function ChangeRoleDialog({ isOpen, onClose, member }: ChangeRoleDialogProps) {
  const { id, username, fullName } = member;
  const form = useForm({
    resolver: zodResolver(MemberChanges),
    defaultValues: { role: member.role },
  });
  const { isOwn, afterChange } = useOwnMembership(id);
  const update = useApiMutation(membersApi.update, {
    form,
    ...(isOwn
      ? { onSuccessMounted: () => afterChange("You are no admin any more") }
      : {
          refetch: QUERIES_AFFECTED_BY_MEMBERS,
          success: "Role changed successfully",
          onSuccessMounted: onClose,
        }),
    errorFallback: "Failed to change the role",
    onError: ({ status, serverMessage: message }) => {
      if (status === 409 && message)
        form.setError("role", { type: "server", message }, { shouldFocus: true });
    },
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
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      onSubmit={() => void submit()}
    >
      <RoleField field={form.register("role")} role={role} error={errors.role?.message} />
    </FormDialog>
  );
}
