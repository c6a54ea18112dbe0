import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { mfaApi, MfaRemoval } from "#contract/mfa.ts";
import { useApiMutation } from "#web/api/useApiMutation.ts";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { PasswordInput } from "#web/ui/PasswordInput.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";

/** Turns the second factor off, for whoever has both. */
export function TurnMfaOffDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(MfaRemoval), defaultValues: { password: "", code: "" } });
  const { errors } = form.formState;
  const turnOff = useApiMutation(mfaApi.turnOff, {
    form,
    refetch: [mfaApi.status],
    success: "Two-factor authentication turned off successfully",
    errorFallback: "Failed to turn off two-factor authentication",
    onSuccess: onClose,
  });
  const submit = form.handleSubmit((body) => {
    if (!turnOff.isPending) turnOff.mutate({ body });
  });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Turn off two-factor authentication"
      description="Your password alone will then open your account."
      isDirty={false}
      isPending={turnOff.isPending}
      submitLabel="Turn off"
      pendingLabel="Turning off..."
      onSubmit={() => void submit()}
    >
      <div className="flex flex-col gap-5">
        <Field label="Password" required error={errors.password?.message}>
          {(control) => (
            <PasswordInput {...control} {...form.register("password")} autoComplete="current-password" />
          )}
        </Field>
        <Field
          label="Two-factor code"
          required
          help="The six digits of your authenticator app, or one of your recovery codes."
          error={errors.code?.message}
        >
          {(control) => (
            <TextInput
              {...control}
              {...form.register("code")}
              autoComplete="one-time-code"
              spellCheck={false}
            />
          )}
        </Field>
      </div>
    </FormDialog>
  );
}
