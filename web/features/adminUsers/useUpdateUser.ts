import { useQueryClient } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import type { AdminUser } from "#contract/adminUsers.ts";
import { adminUsersApi } from "#contract/adminUsers.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { forgetUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import type { EditedUserValues } from "./userForm.ts";
import { userChanges } from "./userForm.ts";
import { QUERIES_AFFECTED_BY_USER } from "./affectedQueries.ts";

interface UpdateUserOptions {
  readonly user: AdminUser;
  readonly form: Pick<UseFormReturn<EditedUserValues>, "getValues" | "setError">;
  readonly onSaved: () => void;
}

/** Updates an account. Errors are displayed beside their fields. */
export function useUpdateUser({ user, form, onSaved }: UpdateUserOptions) {
  const client = useQueryClient();
  const isOwn = useCurrentUser()?.id === user.id;
  const update = useApiMutation(adminUsersApi.update, {
    form,
    refetch: QUERIES_AFFECTED_BY_USER,
    success: { title: "User Updated", description: "User updated successfully" },
    errorFallback: "Failed to update user",
    onSuccessMounted: ({ role, isActive, companyId }) => {
      onSaved();
      const isSignedOut = role !== user.role || !isActive || companyId !== user.companyId;
      if (isOwn && isSignedOut) reloadPage();
    },
    onError: ({ status, serverMessage }) => {
      if (status === 409) {
        const message = serverMessage ?? "";
        form.setError(conflictField(message), { type: "server", message }, { shouldFocus: true });
      }
      if (status === 404) void client.invalidateQueries({ queryKey: [adminUsersApi.list.path] });
    },
  });
  const save = (checked: EditedUserValues) => {
    if (!update.isPending) {
      update.mutate({ params: { id: user.id }, body: userChanges(user, checked) });
    }
  };
  return { save, isPending: update.isPending };
}

/**
 * The field of a conflict: the username is taken, the company has reached its quota, or no super
 * admin would remain.
 */
function conflictField(message: string): "username" | "companyName" | "role" {
  if (message.startsWith("Username")) return "username";
  return message.startsWith("A company") ? "companyName" : "role";
}

/** Reloads the page after users removed their own rights. */
function reloadPage(): void {
  forgetUnsavedChanges();
  window.location.reload();
}
