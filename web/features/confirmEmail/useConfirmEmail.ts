import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { useForm } from "react-hook-form";
import { confirmEmailApi, EmailConfirmation } from "#contract/confirmEmail.ts";
import { currentUserQuery } from "#web/app/api/session.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";

export interface ConfirmEmailForm {
  readonly form: UseFormReturn<{ code: string }>;
  readonly submit: () => void;
  readonly isPending: boolean;
}

/**
 * Returns the state of the form for the mailed code. A successful confirmation also updates the
 * cached user.
 */
export function useConfirmEmail(code: string, onConfirmed: () => void): ConfirmEmailForm {
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(EmailConfirmation), defaultValues: { code } });
  const confirm = useApiMutation(confirmEmailApi.confirm, {
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
