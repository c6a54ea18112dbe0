import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import type { ApiError } from "#contract/errors.ts";
import { PasswordReset } from "#contract/passwords.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { NewPasswordInput } from "#web/ui/NewPasswordInput.tsx";
import { toast, toastAfterReload } from "#web/ui/toast.ts";

const CHANGED = { title: "Password changed successfully" };

/**
 * Whether the reset link is invalid. The response for an invalid link is 400 without an error for
 * the password.
 */
function isLinkDead(error: ApiError | null): boolean {
  return error?.status === 400 && !("newPassword" in error.fieldErrors);
}

/** Sets a new password. The user then logs in with the new password. */
export function ResetPasswordForm({ token }: { token: string }) {
  const form = useForm({
    resolver: zodResolver(PasswordReset),
    defaultValues: { token, newPassword: "" },
  });
  const { errors } = form.formState;
  const reset = useApiMutation("POST /api/password-reset/confirm", {
    form,
    errorFallback: "Failed to change password",
    isShown: isLinkDead,
    onSuccessMounted: () => {
      toastAfterReload(CHANGED);
      // Loads a new document, because the reset may also have ended a session in this browser.
      openNewDocument("/login");
    },
    onSuccessUnmounted: () => toast(CHANGED),
  });
  if (isLinkDead(reset.error)) return <InvalidLinkNotice takesFocus />;
  const isSaving = reset.isPending || reset.isSuccess;
  const submit = form.handleSubmit((body) => {
    if (!isSaving) reset.mutate({ body });
  });
  return (
    // The method is POST so that a form sent before hydration puts no password into the URL.
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void submit(event)}
    >
      <Field
        label="New password"
        required
        error={errors.newPassword?.message}
        help={`${errors.newPassword ? "" : "At least 8 characters. "}You are signed out everywhere and log in with it.`}
      >
        {(control) => <NewPasswordInput {...control} {...form.register("newPassword")} />}
      </Field>
      <Button type="submit" pending={isSaving} pendingLabel="Saving...">
        Save password
      </Button>
    </form>
  );
}

/**
 * Displayed instead of the form if the reset link is incomplete, expired or used. With `takesFocus`
 * the notice gets the focus, because the form that had the focus no longer exists.
 */
export function InvalidLinkNotice({ takesFocus = false }: { takesFocus?: boolean }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) text.current?.focus();
  }, [takesFocus]);
  return (
    <div className="flex flex-col gap-5">
      <p
        ref={text}
        role="alert"
        tabIndex={-1}
        className="rounded-lg border bg-sunken px-4 py-3 text-base outline-none"
      >
        This link no longer works. Please ask for a new one.
      </p>
      <Button asChild>
        <a href="/forgot-password">Ask for a new link</a>
      </Button>
    </div>
  );
}
