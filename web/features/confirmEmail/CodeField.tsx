import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useForm } from "react-hook-form";
import { EmailConfirmation } from "#contract/confirmEmail.ts";
import { currentUserQuery } from "#web/app/api/session.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";

interface ConfirmationForm {
  readonly form: UseFormReturn<{ code: string }>;
  readonly submit: () => void;
  readonly isPending: boolean;
}

/**
 * Returns the state of the form for the mailed code. A successful confirmation also updates the
 * cached user.
 */
export function useConfirmEmail(code: string, onConfirmed: () => void): ConfirmationForm {
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(EmailConfirmation), defaultValues: { code } });
  const confirm = useApiMutation("POST /api/confirm-email", {
    form,
    errorFallback: "Failed to confirm the email address",
    onSuccess: (user) => client.setQueryData(currentUserQuery.queryKey, user),
    onSuccessMounted: onConfirmed,
  });
  const submit = form.handleSubmit((body) => {
    if (!confirm.isPending) confirm.mutate({ body });
  });
  return { form, submit: () => void submit(), isPending: confirm.isPending };
}

interface CodeFieldProps {
  form: UseFormReturn<{ code: string }>;
  /** The error of a form that was sent without JavaScript. */
  problem?: string | undefined;
}

/** The field for the six-digit code. */
export function CodeField({ form, problem }: CodeFieldProps) {
  return (
    <Field
      label="Six-digit code"
      required
      help="It works for 15 minutes. Look among the unwanted mails as well."
      error={form.formState.errors.code?.message ?? problem}
    >
      {(control) => (
        <TextInput
          {...control}
          {...form.register("code")}
          // The default value is for the server's HTML, because the form sets the value only in the
          // browser.
          defaultValue={form.formState.defaultValues?.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="max-w-48"
        />
      )}
    </Field>
  );
}

interface SendCodeButtonProps {
  code: SendCode;
  form: UseFormReturn<{ code: string }>;
  /** Without JavaScript the button submits the form. The request then contains this name. */
  name?: string;
}

/** Sends another code. The button is disabled until the server accepts another request. */
export function SendCodeButton({ code, form, name }: SendCodeButtonProps) {
  const { send, isPending, isSent, secondsLeft } = code;
  return (
    <div>
      <Button
        type={name === undefined ? "button" : "submit"}
        name={name}
        value={name === undefined ? undefined : "1"}
        variant="secondary"
        disabled={secondsLeft > 0}
        pending={isPending}
        pendingLabel="Sending..."
        onClick={(event) => {
          event.preventDefault();
          send();
          // Moves the focus, because the button is about to be disabled.
          form.setFocus("code");
        }}
      >
        {secondsLeft > 0 ? `Send a new code in ${String(secondsLeft)} s` : "Send a new code"}
      </Button>
      <span role="status" className="sr-only">
        {isSent && !isPending ? "A code is on its way" : null}
      </span>
    </div>
  );
}

interface SendCode {
  readonly send: () => void;
  readonly isPending: boolean;
  readonly isSent: boolean;
  /** Seconds until another code can be sent; 0 if a code can be sent now. */
  readonly secondsLeft: number;
}

/** Returns a function that sends a code, and a countdown until another code can be sent. */
export function useSendCode(onConfirmedElsewhere: () => void): SendCode {
  const client = useQueryClient();
  const [secondsLeft, setSecondsLeft] = useState(0);
  const send = useApiMutation("POST /api/confirm-email/send", {
    errorFallback: "Failed to send the code",
    onSuccess: ({ resendIn }) => setSecondsLeft(resendIn),
    isShown: ({ status }) => status === 409,
    onError: ({ status }) => {
      if (status !== 409) return;
      // The user has confirmed the e-mail address elsewhere, for example in another tab.
      void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      onConfirmedElsewhere();
    },
  });
  const isWaiting = secondsLeft > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setSecondsLeft((left) => Math.max(0, left - 1)), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const { isPending, isSuccess: isSent, mutate } = send;
  return { send: () => mutate(), isPending, isSent, secondsLeft };
}
