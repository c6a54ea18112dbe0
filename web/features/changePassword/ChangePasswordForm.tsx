import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { passwordsApi, PasswordChange } from "#contract/passwords.ts";
import type { User } from "#contract/users.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { Field } from "#web/ui/Field.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { toast, toastAfterReload } from "#web/ui/toast.ts";

const CHANGED = { title: "Password changed successfully" };

interface ChangePasswordFormProps {
  user: User;
  /**
   * The page to open afterwards, as a new document: with a temporary password most queries of this
   * one were refused.
   */
  nextPath: string;
  /** Displayed before the submit button. */
  otherAction: ReactNode;
}

/** The form for a new password. All other sessions of the account end. */
export function ChangePasswordForm({ user, nextPath, otherAction }: ChangePasswordFormProps) {
  const { form, submit, isSaving } = usePasswordChange(nextPath);
  const { errors } = form.formState;
  return (
    // The method is POST so that a form sent before hydration does not put the password into the
    // address.
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Card
        footer={
          <>
            {otherAction}
            <Button type="submit" pending={isSaving} pendingLabel="Saving...">
              Change password
            </Button>
          </>
        }
      >
        <div className="flex max-w-md flex-col gap-5">
          {/* For password managers: the account of the password. */}
          <input hidden readOnly type="text" autoComplete="username" value={user.username} />
          <Field label="Current password" required error={errors.currentPassword?.message}>
            {(control) => (
              <PasswordInput
                {...control}
                {...form.register("currentPassword")}
                autoComplete="current-password"
              />
            )}
          </Field>
          <Field
            label="New password"
            required
            error={errors.newPassword?.message}
            help={`${errors.newPassword ? "" : "At least 8 characters. "}All your other sessions are signed out.`}
          >
            {(control) => (
              <PasswordInput
                {...control}
                {...form.register("newPassword")}
                autoComplete="new-password"
              />
            )}
          </Field>
        </div>
      </Card>
    </form>
  );
}

function usePasswordChange(nextPath: string) {
  const client = useQueryClient();
  const form = useForm({
    resolver: zodResolver(PasswordChange),
    defaultValues: { currentPassword: "", newPassword: "" },
  });
  const change = useApiMutation(passwordsApi.changePassword, {
    form,
    errorFallback: "Failed to change password",
    onSuccessMounted: () => {
      toastAfterReload(CHANGED);
      openNewDocument(nextPath);
    },
    onSuccessUnmounted: () => {
      toast(CHANGED);
      // With the new password more of the portal is accessible.
      void client.invalidateQueries();
    },
  });
  const isSaving = change.isPending || change.isSuccess;
  const submit = form.handleSubmit((body) => {
    if (!isSaving) change.mutate({ body });
  });
  return { form, submit, isSaving };
}
