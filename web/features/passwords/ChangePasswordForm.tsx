import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { PasswordChange } from "#contract/passwords.ts";
import type { User } from "#contract/users.ts";
import { useHasPassword } from "#web/app/api/signInMethods.ts";
import { useFreshMutation } from "#web/app/api/useFreshMutation.ts";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { NewPasswordInput } from "#web/ui/NewPasswordInput.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { toast, toastAfterReload } from "#web/ui/toast.ts";

interface ChangePasswordFormProps {
  user: User;
  /**
   * The page to open after the change. It is loaded as a new document, because the server refused
   * most queries of the current document if the password was temporary.
   */
  nextPath: string;
  /** Displayed below the submit button. */
  otherAction: ReactNode;
}

/** The form for changing the user's password. The change ends all other sessions of the account. */
export function ChangePasswordForm({ user, nextPath, otherAction }: ChangePasswordFormProps) {
  const hasPassword = useHasPassword();
  const { form, submit, isSaving } = usePasswordChange(nextPath, hasPassword);
  const { errors } = form.formState;
  return (
    // The method is POST so that a form sent before hydration puts no password into the URL.
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void submit(event)}
    >
      {/* This field tells password managers to which account the password belongs. */}
      <input hidden readOnly type="text" autoComplete="username" value={user.username} />
      {hasPassword ? (
        <Field label="Current password" required error={errors.currentPassword?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.register("currentPassword")}
              autoComplete="current-password"
            />
          )}
        </Field>
      ) : null}
      <Field
        label="New password"
        required
        error={errors.newPassword?.message}
        help={`${errors.newPassword ? "" : "At least 8 characters. "}All your other sessions are signed out.`}
      >
        {(control) => <NewPasswordInput {...control} {...form.register("newPassword")} />}
      </Field>
      <Button type="submit" pending={isSaving} pendingLabel="Saving...">
        {hasPassword ? "Change password" : "Set password"}
      </Button>
      {otherAction}
    </form>
  );
}

function usePasswordChange(nextPath: string, hasPassword: boolean) {
  const client = useQueryClient();
  const done = { title: `Password ${hasPassword ? "changed" : "set"} successfully` };
  const form = useForm({
    resolver: zodResolver(PasswordChange),
    defaultValues: { currentPassword: hasPassword ? "" : undefined, newPassword: "" },
  });
  const change = useFreshMutation("POST /api/user/password", {
    form,
    freshFor: "set a password",
    errorFallback: "Failed to change password",
    onSuccessMounted: () => {
      toastAfterReload(done);
      openNewDocument(nextPath);
    },
    onSuccessUnmounted: () => {
      toast(done);
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
