import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useForm } from "react-hook-form";
import type { z } from "zod/mini";
import { Credentials } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmailField } from "#web/ui/EmailField.tsx";
import { Field } from "#web/ui/Field.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { AuthLink } from "./AuthScreen.tsx";
import { useAfterSignIn } from "./useAfterSignIn.ts";

const EMPTY: z.input<typeof Credentials> = { username: "", password: "", code: undefined };

/** The error text if the server sends none (docs/specification.md "8. Error catalogue"). */
const FALLBACK = "Invalid credentials";

export interface SignInFormProps {
  /** Called after the sign-in, instead of opening another page. */
  onSignedIn?: (user: User) => void;
}

/**
 * The login form: work email and password, then the two-factor code if the account needs one
 * (docs/specification.md "/login").
 */
export function LoginForm({ onSignedIn }: SignInFormProps) {
  const [asksForCode, setAsksForCode] = useState(false);
  const form = useForm({ resolver: zodResolver(Credentials), defaultValues: EMPTY });
  const login = useApiMutation("POST /api/login", {
    form,
    errorTitle: "Login failed",
    errorFallback: FALLBACK,
    // The first 'code required' response is not an error: the form then asks for the code.
    isShown: ({ codeRequired }, { body }) => codeRequired && body.code === undefined,
    ...useAfterSignIn(onSignedIn),
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

/** The form of both steps of a login. */
type LoginFormState = UseFormReturn<
  z.input<typeof Credentials>,
  unknown,
  z.output<typeof Credentials>
>;

/** The first step of a login: e-mail address and password. */
function CredentialFields({ form: { register, formState } }: { form: LoginFormState }) {
  const { errors } = formState;
  return (
    <>
      <EmailField
        register={() => register("username")}
        // With `webauthn`, browsers offer the passkeys of this host (`usePasskeyLogin.ts`).
        autoComplete="username webauthn"
        error={errors.username?.message}
      />
      <div className="flex flex-col gap-1.5">
        <Field label="Password" required error={errors.password?.message}>
          {(control) => (
            <PasswordInput {...control} {...register("password")} autoComplete="current-password" />
          )}
        </Field>
        <p className="self-end text-sm">
          <AuthLink to="/forgot-password">Forgot password?</AuthLink>
        </p>
      </div>
    </>
  );
}

/** The second step of a login: the two-factor code. */
function CodeFields({ form: { register, formState, setFocus } }: { form: LoginFormState }) {
  useEffect(() => setFocus("code"), [setFocus]);
  return (
    <Field
      label="Two-factor code"
      required
      help="The six digits of your authenticator app, or one of your recovery codes."
      error={formState.errors.code?.message}
    >
      {(control) => (
        <TextInput
          {...control}
          {...register("code")}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
