import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod/mini";
import { authApi, Credentials } from "#contract/auth.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { CodeFields } from "./CodeFields.tsx";
import { CredentialFields } from "./CredentialFields.tsx";
import { useAfterSignIn } from "./useAfterSignIn.ts";

const EMPTY: z.input<typeof Credentials> = { username: "", password: "", code: undefined };

/** The error text if the server sends none (docs/specification.md "8. Error catalogue"). */
const FALLBACK = "Invalid credentials";

/**
 * The login form: work email and password, then the two-factor code if the account needs one
 * (docs/specification.md "/login").
 */
export function LoginForm() {
  const [asksForCode, setAsksForCode] = useState(false);
  const form = useForm({ resolver: zodResolver(Credentials), defaultValues: EMPTY });
  const login = useApiMutation(authApi.login, {
    form,
    errorTitle: "Login failed",
    errorFallback: FALLBACK,
    // The first 'code required' response is not an error: the form then asks for the code.
    isShown: ({ codeRequired }, { body }) => codeRequired && body.code === undefined,
    ...useAfterSignIn(),
    onError: ({ codeRequired, status, serverMessage }) => {
      setAsksForCode(codeRequired || asksForCode);
      if (codeRequired && !asksForCode) return;
      // The form displays the message as well, because the toast disappears. Errors of a field
      // (400) are displayed at the field.
      if (status !== 400) form.setError("root", { message: serverMessage ?? FALLBACK });
      form.setFocus(asksForCode ? "code" : "password", { shouldSelect: true });
    },
  });
  const { errors } = form.formState;
  const isPending = login.isPending || login.isSuccess;
  const submit = form.handleSubmit((body) => {
    if (!isPending) login.mutate({ body });
  });
  const hasGoneBack = useRef(false);
  const goBack = () => {
    form.reset({ ...form.getValues(), password: "", code: undefined });
    setAsksForCode(false);
    hasGoneBack.current = true;
  };
  useEffect(() => {
    // Moves the focus, because the button that had the focus no longer exists.
    if (hasGoneBack.current && !asksForCode) form.setFocus("username", { shouldSelect: true });
  }, [asksForCode, form]);
  return (
    // The method is POST so that a form sent before hydration puts no password into the URL.
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void submit(event)}
    >
      {asksForCode ? <CodeFields form={form} /> : <CredentialFields form={form} />}
      {errors.root ? <p className="text-sm text-danger-text">{errors.root.message}</p> : null}
      <Button type="submit" pending={isPending} pendingLabel="Logging in...">
        Log in
      </Button>
      {asksForCode ? (
        <Button variant="ghost" disabled={isPending} onClick={goBack}>
          Use another account
        </Button>
      ) : null}
    </form>
  );
}
