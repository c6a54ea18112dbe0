import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { PasswordChange } from "#contract/passwords.ts";
import type { User } from "#contract/users.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { Field } from "#web/ui/Field.tsx";
import { NewPasswordInput } from "#web/ui/NewPasswordInput.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { toast, toastAfterReload } from "#web/ui/toast.ts";

const CHANGED = { title: "Password changed successfully" };

interface ChangePasswordFormProps {
  user: User;
  /**
   * The page to open after the change. It is loaded as a new document, because the server refused
   * most queries of the current document if the password was temporary.
   */
  nextPath: string;
  /** Displayed before the submit button. */
  otherAction: ReactNode;
}

/** The form for changing the user's password. The change ends all other sessions of the account. */
export function ChangePasswordForm({ user, nextPath, otherAction }: ChangePasswordFormProps) {
  const { form, submit, isSaving } = usePasswordChange(nextPath);
  const { errors } = form.formState;
  return (
    // The method is POST so that a form sent before hydration puts no password into the URL.
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Card
        className="max-w-lg"
        footer={
          <>
            {otherAction}
            <Button type="submit" pending={isSaving} pendingLabel="Saving...">
              Change password
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          {/* This field tells password managers to which account the password belongs. */}
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
            {(control) => <NewPasswordInput {...control} {...form.register("newPassword")} />}
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
  const change = useApiMutation("POST /api/user/password", {
    form,
    errorFallback: "Failed to change password",
    onSuccessMounted: () => {
      toastAfterReload(CHANGED);
      openNewDocument(nextPath);
    },
    onSuccessUnmounted: () => {
      toast(CHANGED);
      // Refetches all queries, because the server refused most of them if the password was
      // temporary.
      void client.invalidateQueries();
    },
  });
  const isSaving = change.isPending || change.isSuccess;
  const submit = form.handleSubmit((body) => {
    if (!isSaving) change.mutate({ body });
  });
  return { form, submit, isSaving };
}
