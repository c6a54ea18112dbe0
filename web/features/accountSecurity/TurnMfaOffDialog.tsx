import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { BothFactors, mfaApi } from "#contract/mfa.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { BothFactorsFields } from "./BothFactorsFields.tsx";

/** Turns the second factor off after the user has confirmed with password and code. */
export function TurnMfaOffDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    resolver: zodResolver(BothFactors),
    defaultValues: { password: "", code: "" },
  });
  const turnOff = useApiMutation(mfaApi.turnOff, {
    form,
    refetch: [mfaApi.status],
    success: "Two-factor authentication turned off successfully",
    errorFallback: "Failed to turn off two-factor authentication",
    onSuccessMounted: onClose,
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
      <BothFactorsFields register={form.register} errors={form.formState.errors} />
    </FormDialog>
  );
}
