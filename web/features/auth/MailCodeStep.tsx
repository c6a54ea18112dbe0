import { zodResolver } from "@hookform/resolvers/zod";
import type { SubmitEvent } from "react";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { LoginCodeConfirmation } from "#contract/loginCodes.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import type { SendCode } from "#web/ui/CodeField.tsx";
import { CodeField, SendCodeButton } from "#web/ui/CodeField.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import type { SignInFormProps } from "./LoginForm.tsx";
import { useAfterSignIn } from "./useAfterSignIn.ts";

/** For how many minutes a mailed code logs in. */
const MINUTES = 10;

/** What the server asks for once the code was right: the second factor, or a new person's name. */
type Extra = "secondFactorCode" | "fullName";

interface MailCodeStepProps extends SignInFormProps {
  /** The address to which the code was sent. */
  address: string;
  code: SendCode;
  onBack: () => void;
}

/** The second step of a login by mail: the code, and what else the server asks for. */
export function MailCodeStep({ address, code, onSignedIn, onBack }: MailCodeStepProps) {
  const { form, asksFor, isPending, submit } = useConfirmation(onSignedIn);
  const { register, setFocus, formState } = form;
  const { errors } = formState;
  useEffect(() => setFocus(asksFor ?? "code"), [asksFor, setFocus]);
  return (
    <form method="post" noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <p className="wrap-anywhere">
        If you can log in with <b>{address}</b>, a mail with a code is on its way.
      </p>
      <CodeField input={register("code")} error={errors.code?.message} minutes={MINUTES} />
      {asksFor === null ? null : (
        <Field {...EXTRA_FIELDS[asksFor]} required error={errors[asksFor]?.message}>
          {(control) => (
            <TextInput
              {...control}
              {...register(asksFor)}
              autoComplete={asksFor === "fullName" ? "name" : "one-time-code"}
            />
          )}
        </Field>
      )}
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

const EXTRA_FIELDS: Readonly<Record<Extra, { label: string; help: string }>> = {
  fullName: {
    label: "Full name",
    help: "There is no account with this address yet. It is created when you go on.",
  },
  secondFactorCode: {
    label: "Two-factor code",
    help: "The six digits of your authenticator app, or one of your recovery codes.",
  },
};

function useConfirmation(onSignedIn: SignInFormProps["onSignedIn"]) {
  const [asksFor, setAsksFor] = useState<Extra | null>(null);
  const form = useForm({
    resolver: zodResolver(LoginCodeConfirmation),
    defaultValues: { code: "" },
  });
  const confirm = useApiMutation("POST /api/login/code/confirm", {
    errorTitle: "Login failed",
    errorFallback: "Login failed",
    form,
    // The first response that asks for more is not an error.
    isShown: ({ codeRequired, fieldErrors }, { body }) =>
      (codeRequired && body.secondFactorCode === undefined) ||
      (fieldErrors["fullName"] !== undefined && body.fullName === undefined),
    ...useAfterSignIn(onSignedIn),
    onError: ({ codeRequired, fieldErrors, status, serverMessage: message = "Login failed" }) => {
      if (fieldErrors["fullName"]) setAsksFor("fullName");
      else if (codeRequired && asksFor === null) setAsksFor("secondFactorCode");
      else if (codeRequired) form.setError("secondFactorCode", { message }, { shouldFocus: true });
      else if (status !== 400) form.setError("root", { message });
    },
  });
  const isPending = confirm.isPending || confirm.isSuccess;
  const submit = form.handleSubmit((body) => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (!isPending) confirm.mutate({ body: { ...body, timeZone } });
  });
  return {
    form,
    asksFor,
    isPending,
    submit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
  };
}
