import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { LoginCodeConfirmation, LoginCodeRequest } from "#contract/loginCodes.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import type { SendCode } from "#web/ui/CodeField.tsx";
import { CodeField, SendCodeButton, useCountdown } from "#web/ui/CodeField.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import type { SignInFormProps } from "./LoginForm.tsx";
import { useAfterSignIn } from "./useAfterSignIn.ts";

/** For how many minutes a mailed code logs in. */
const MINUTES = 10;
/** Maximum length of the path to which the mailed link leads. */
const PATH_LENGTH = 500;

interface MailCodeFormProps extends SignInFormProps {
  /** The address that was typed before; empty if none was. */
  typedAddress: string;
  onBack: () => void;
}

/**
 * Logs in by a mailed code: the address, then the code. The link in the mail does the same in the
 * browser that opens it.
 */
export function MailCodeForm({ typedAddress, onBack, onSignedIn }: MailCodeFormProps) {
  const [address, setAddress] = useState<string | null>(null);
  const [secondsLeft, startCountdown] = useCountdown();
  const from = useReturnPath(onSignedIn !== undefined);
  const form = useForm({
    resolver: zodResolver(LoginCodeRequest),
    defaultValues: { username: typedAddress },
  });
  const request = useApiMutation("POST /api/login/code", {
    form,
    errorFallback: "Failed to send the code",
    onSuccess: ({ resendIn }, { body }) => {
      startCountdown(resendIn);
      setAddress(body.username);
    },
  });
  useEffect(() => form.setFocus("username", { shouldSelect: true }), [form]);
  if (address !== null) {
    const code: SendCode = {
      send: () => request.mutate({ body: { username: address, from } }),
      isPending: request.isPending,
      isSent: request.isSuccess,
      secondsLeft,
    };
    return (
      <CodeStep
        address={address}
        code={code}
        onSignedIn={onSignedIn}
        onBack={() => setAddress(null)}
      />
    );
  }
  const { errors } = form.formState;
  const submit = form.handleSubmit(({ username }) => {
    if (!request.isPending) request.mutate({ body: { username, from } });
  });
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void submit(event)}
    >
      <Field label="Work email" required error={errors.username?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register("username")}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit" pending={request.isPending} pendingLabel="Sending...">
        Email me a code
      </Button>
      <Button variant="ghost" disabled={request.isPending} onClick={onBack}>
        Use a password
      </Button>
    </form>
  );
}

/**
 * Returns the page that the mailed link opens: in a dialog the page below it, and on a sign-in page
 * the one in its parameter `from`.
 */
function useReturnPath(isOverPage: boolean): string | undefined {
  const { pathname, search } = useLocation();
  const path = isOverPage ? pathname + search : new URLSearchParams(search).get("from");
  return path !== null && path.length <= PATH_LENGTH ? path : undefined;
}

interface CodeStepProps extends SignInFormProps {
  address: string;
  code: SendCode;
  onBack: () => void;
}

/**
 * The second step: the code, and what the server asks for once the code was right: the second
 * factor, or the name for a new account.
 */
function CodeStep({ address, code, onSignedIn, onBack }: CodeStepProps) {
  const [asksFor, setAsksFor] = useState<"secondFactorCode" | "fullName" | null>(null);
  const form = useForm({
    resolver: zodResolver(LoginCodeConfirmation),
    defaultValues: { code: "" },
  });
  const { register, setFocus, formState } = form;
  const { errors } = formState;
  const confirm = useApiMutation("POST /api/login/code/confirm", {
    errorTitle: "Login failed",
    errorFallback: "Login failed",
    form,
    isShown: ({ codeRequired, fieldErrors }, { body }) =>
      (codeRequired && body.secondFactorCode === undefined) ||
      (fieldErrors["fullName"] !== undefined && body.fullName === undefined),
    ...useAfterSignIn(onSignedIn),
    onError: ({ codeRequired, fieldErrors, status, serverMessage }) => {
      if (fieldErrors["fullName"]) setAsksFor("fullName");
      else if (codeRequired && asksFor === null) setAsksFor("secondFactorCode");
      else if (codeRequired)
        form.setError("secondFactorCode", { message: serverMessage ?? "" }, { shouldFocus: true });
      else if (status !== 400) form.setError("root", { message: serverMessage ?? "Login failed" });
    },
  });
  useEffect(() => setFocus(asksFor ?? "code"), [asksFor, setFocus]);
  const isPending = confirm.isPending || confirm.isSuccess;
  const submit = form.handleSubmit((body) => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (!isPending) confirm.mutate({ body: { ...body, timeZone } });
  });
  return (
    <form
      method="post"
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => void submit(event)}
    >
      <p className="wrap-anywhere">
        If you can log in with <b>{address}</b>, a mail with a code and a link is on its way.
      </p>
      <CodeField input={register("code")} error={errors.code?.message} minutes={MINUTES} />
      {asksFor === "fullName" ? (
        <Field
          label="Full name"
          required
          help="There is no account with this address yet. It is created when you go on."
          error={errors.fullName?.message}
        >
          {(control) => <TextInput {...control} {...register("fullName")} autoComplete="name" />}
        </Field>
      ) : null}
      {asksFor === "secondFactorCode" ? (
        <Field
          label="Two-factor code"
          required
          help="The six digits of your authenticator app, or one of your recovery codes."
          error={errors.secondFactorCode?.message}
        >
          {(control) => (
            <TextInput
              {...control}
              {...register("secondFactorCode")}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      ) : null}
      {errors.root ? <p className="text-sm text-danger-text">{errors.root.message}</p> : null}
      <Button type="submit" pending={isPending} pendingLabel="Logging in...">
        Log in
      </Button>
      <div className="flex flex-wrap gap-3">
        <SendCodeButton code={code} focusField={() => setFocus("code")} />
        <Button variant="ghost" disabled={isPending} onClick={onBack}>
          Use another address
        </Button>
      </div>
    </form>
  );
}
