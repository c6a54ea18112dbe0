import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import type { ResponseOf } from "#contract/endpoint.ts";
import { mfaApi, MfaConfirmation } from "#contract/mfa.ts";
import { currentUserQuery } from "#web/app/api/session.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { CopyButton } from "#web/ui/CopyButton.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { toast } from "#web/ui/toast.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { QrCode } from "./QrCode.tsx";

type AppKey = ResponseOf<typeof mfaApi.setup>;

interface MfaCodeStepProps {
  appKey: AppKey;
  onConfirmed: (recoveryCodes: string[]) => void;
  otherAction: ReactNode;
}

/**
 * The second step of the setup: the user enters the key in an authenticator app, and confirms the
 * setup with a code from the app.
 */
export function MfaCodeStep({ appKey, onConfirmed, otherAction }: MfaCodeStepProps) {
  const { form, submit, isPending } = useConfirmation(onConfirmed);
  const { register, setFocus, formState } = form;
  useEffect(() => setFocus("code"), [setFocus]);
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Card
        title="2. Your authenticator app"
        description="Scan the code with an authenticator app, or type the key into it. Then enter the six digits that it shows."
        footer={
          <>
            {otherAction}
            <Button type="submit" pending={isPending} pendingLabel="Turning on...">
              Turn on
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-6 sm:flex-row">
          <QrCode text={appKey.uri} label="QR code for your authenticator app" />
          <div className="flex min-w-0 flex-1 flex-col gap-5">
            <TypedKey secret={appKey.secret} />
            <Field
              label="Six-digit code"
              required
              help="All your other sessions are signed out."
              error={formState.errors.code?.message}
            >
              {(control) => (
                <TextInput
                  {...control}
                  {...register("code")}
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  className="max-w-48"
                />
              )}
            </Field>
          </div>
        </div>
      </Card>
    </form>
  );
}

function useConfirmation(onConfirmed: MfaCodeStepProps["onConfirmed"]) {
  const client = useQueryClient();
  const form = useForm({ resolver: zodResolver(MfaConfirmation), defaultValues: { code: "" } });
  const confirm = useApiMutation(mfaApi.confirm, {
    form,
    errorFallback: "Failed to set up two-factor authentication",
    onSuccess: () => {
      // Updates the cached user at once. Otherwise an admin would be redirected back to the setup
      // until the refetch has finished.
      client.setQueryData(
        currentUserQuery.queryKey,
        (user) => user && { ...user, mustSetUpMfa: false },
      );
      void client.invalidateQueries();
    },
    onSuccessMounted: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    onSuccessUnmounted: () =>
      toast({
        title: "Two-factor authentication is on",
        description:
          "Its recovery codes were not shown. You can make new recovery codes in your settings.",
      }),
  });
  useUnsavedChanges(
    confirm.isPending,
    "Two-factor authentication is being turned on, and its recovery codes are shown only here.",
  );
  const submit = form.handleSubmit((body) => {
    if (!confirm.isPending) confirm.mutate({ body });
  });
  return { form, submit, isPending: confirm.isPending };
}

function TypedKey({ secret }: Pick<AppKey, "secret">) {
  return (
    <div>
      <p className="text-sm font-medium">Key</p>
      <div className="mt-1.5 flex items-center gap-2 rounded-lg border bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">
          {secret.match(/.{1,4}/g)?.join(" ")}
        </code>
        <CopyButton text={secret} label="Copy key" />
      </div>
    </div>
  );
}
