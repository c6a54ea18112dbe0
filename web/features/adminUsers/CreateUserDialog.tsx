import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { AdminUserForm } from "#contract/adminUsers.ts";
import { authApi } from "#contract/auth.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { temporaryPassword } from "./temporaryPassword.ts";
import { CompanyChoiceField } from "./CompanyChoiceField.tsx";
import { useCompanyChoice } from "./useCompanyChoice.ts";
import type { NewUserValues } from "./userForm.ts";
import { conflictField } from "./userForm.ts";
import { IdentityFields } from "./IdentityFields.tsx";
import { QUERIES_AFFECTED_BY_USER } from "./affectedQueries.ts";

interface CreateUserDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /**
   * Called with the username and the temporary password of the new account. The password cannot be
   * retrieved later.
   */
  onCreated: (account: { username: string; password: string }) => void;
}

/**
 * The dialog 'Create New User' creates a company admin with a temporary password
 * (docs/specification.md "/admin/users (super admin only; others sent to /)";
 * docs/product-decisions.md "Accounts").
 */
export function CreateUserDialog({ isOpen, onClose, onCreated }: CreateUserDialogProps) {
  const form = useForm<NewUserValues>({
    resolver: zodResolver(AdminUserForm),
    defaultValues: { username: "", fullName: "", companyName: "" },
  });
  const company = useCompanyChoice(useWatch({ control: form.control, name: "companyName" }), "");
  const create = useApiMutation(authApi.register, {
    form,
    refetch: QUERIES_AFFECTED_BY_USER,
    success: { title: "User Created", description: "New company admin user created successfully" },
    errorFallback: "Failed to create user",
    onSuccessMounted: ({ username }, { body }) => {
      onClose();
      onCreated({ username, password: body.password });
    },
    onSuccessUnmounted: ({ username }) =>
      toast({
        title: "User Created",
        description: `The password of ${username} was not shown. They can set one with "Forgot password?" at the login.`,
      }),
    onError: ({ status, serverMessage }) => {
      if (status !== 409) return;
      const field = conflictField(serverMessage) === "companyName" ? "companyName" : "username";
      if (field === "companyName") company.lookUp();
      form.setError(field, { type: "server", message: serverMessage ?? "" }, { shouldFocus: true });
    },
  });
  useUnsavedChanges(isOpen && create.isPending, "The account's password is shown only here.");
  const submit = form.handleSubmit((checked) => {
    if (create.isPending || !company.isAnswered()) return;
    const account = { ...checked, ...company.choice, role: "company_admin" } as const;
    create.mutate({ body: { ...account, password: temporaryPassword() } });
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Create New User"
      description="A company admin. A temporary password is made for the account and shown once."
      isDirty={form.formState.isDirty}
      isPending={create.isPending}
      submitLabel="Create User"
      pendingLabel="Saving..."
      onSubmit={() => void submit()}
    >
      <div className="flex flex-col gap-4">
        <IdentityFields
          register={form.register}
          errors={form.formState.errors}
          companyHelp="An existing company of this name, or else a new one."
          isCompanyRequired
        />
        <CompanyChoiceField question={company} />
      </div>
    </FormDialog>
  );
}
