import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { useForm } from "react-hook-form";
import { EmailConfirmation } from "#contract/confirmEmail.ts";
import { currentUserQuery } from "#web/app/api/session.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import type { SendCode } from "#web/ui/CodeField.tsx";
import { CodeField, useCountdown } from "#web/ui/CodeField.tsx";

/** For how many minutes a mailed code confirms the address. */
const CONFIRMATION_MINUTES = 15;

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

interface ConfirmationFieldProps {
  form: UseFormReturn<{ code: string }>;
  /** The error of a form that was sent without JavaScript. */
  problem?: string | undefined;
  defaultValue?: string;
}

/** The field for the code that confirms the address. */
export function ConfirmationField({ form, problem, defaultValue }: ConfirmationFieldProps) {
  return (
    <CodeField
      input={form.register("code")}
      error={form.formState.errors.code?.message ?? problem}
      minutes={CONFIRMATION_MINUTES}
      defaultValue={defaultValue}
    />
  );
}

/** Returns a function that sends a code, and a countdown until another code can be sent. */
export function useSendCode(onConfirmedElsewhere: () => void): SendCode {
  const client = useQueryClient();
  const [secondsLeft, startCountdown] = useCountdown();
  const send = useApiMutation("POST /api/confirm-email/send", {
    errorFallback: "Failed to send the code",
    onSuccess: ({ resendIn }) => startCountdown(resendIn),
    isShown: ({ status }) => status === 409,
    onError: ({ status }) => {
      if (status !== 409) return;
      // The user has confirmed the e-mail address elsewhere, for example in another tab.
      void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      onConfirmedElsewhere();
    },
  });
  const { isPending, isSuccess: isSent, mutate } = send;
  return { send: () => mutate(), isPending, isSent, secondsLeft };
}
