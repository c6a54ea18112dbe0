import { useQueryClient } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import type { AdminUser } from "#contract/adminUsers.ts";
import { adminUsersApi } from "#contract/adminUsers.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { forgetUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import type { CompanyQuestion } from "./useCompanyChoice.ts";
import type { EditedUserValues } from "./userForm.ts";
import { conflictField, userChanges } from "./userForm.ts";
import { QUERIES_AFFECTED_BY_USER } from "./affectedQueries.ts";

interface UpdateUserOptions {
  readonly user: AdminUser;
  readonly form: Pick<UseFormReturn<EditedUserValues>, "getValues" | "setError">;
  readonly company: CompanyQuestion;
  readonly onSaved: () => void;
}

/** Updates an account. Validation errors and conflicts are displayed beside their fields. */
export function useUpdateUser({ user, form, company, onSaved }: UpdateUserOptions) {
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
        const field = conflictField(serverMessage);
        if (field === "companyName") company.lookUp();
        form.setError(
          field,
          { type: "server", message: serverMessage ?? "" },
          { shouldFocus: true },
        );
      }
      if (status === 404) void client.invalidateQueries({ queryKey: [adminUsersApi.list.path] });
    },
  });
  const save = (checked: EditedUserValues) => {
    if (update.isPending || !company.isAnswered()) return;
    const body = { ...userChanges(user, checked), ...company.choice };
    update.mutate({ params: { id: user.id }, body });
  };
  return { save, isPending: update.isPending };
}

/**
 * Reloads the page after super admins have changed their own role, activation or company, because
 * such a change signs them out.
 */
function reloadPage(): void {
  forgetUnsavedChanges();
  window.location.reload();
}
