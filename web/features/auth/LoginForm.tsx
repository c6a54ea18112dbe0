import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod/mini";
import { authApi, Credentials } from "#contract/auth.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { CodeFields } from "./CodeFields.tsx";
import { CredentialFields } from "./CredentialFields.tsx";
import { useEnter } from "./useEnter.ts";

const EMPTY: z.input<typeof Credentials> = { username: "", password: "", code: undefined };

/** Work email and password (SPEC section 2, /login); then, where the account has a second factor, its code. */
export function LoginForm() {
  const [asksForCode, setAsksForCode] = useState(false);
  const form = useForm({ resolver: zodResolver(Credentials), defaultValues: EMPTY });
  const login = useApiMutation(authApi.login, {
    form,
    errorTitle: "Login failed",
    errorFallback: "Invalid credentials",
    // The first time it is no failure but a question.
    isShown: ({ codeRequired }, { body }) => codeRequired && body.code === undefined,
    ...useEnter(),
    onError: ({ codeRequired }) => {
      setAsksForCode(codeRequired || asksForCode);
      if (!codeRequired || asksForCode)
        form.setFocus(asksForCode ? "code" : "password", { shouldSelect: true });
    },
  });
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
    // The button that had the focus is gone.
    if (hasGoneBack.current && !asksForCode) form.setFocus("username", { shouldSelect: true });
  }, [asksForCode, form]);
  return (
    // By POST, so that a form sent before the page is hydrated keeps the password out of the address.
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void submit(event)}
    >
      {asksForCode ? <CodeFields form={form} /> : <CredentialFields form={form} />}
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
