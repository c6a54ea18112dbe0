import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { BothFactors, mfaApi } from "#contract/mfa.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { DiscardQuestion } from "#web/ui/DiscardQuestion.tsx";
import { toast } from "#web/ui/toast.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { BothFactorsFields } from "./BothFactorsFields.tsx";
import { CODES_LOSS } from "./codesWarning.ts";
import { DownloadCodes } from "./DownloadCodes.tsx";
import { RecoveryCodeList } from "./RecoveryCodeList.tsx";

/**
 * Creates new recovery codes after the user has confirmed with password and code, and displays the
 * codes once. Closing the dialog without "Done" while codes are displayed requires a confirmation.
 */
export function RenewRecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const form = useForm({
    resolver: zodResolver(BothFactors),
    defaultValues: { password: "", code: "" },
  });
  const renew = useApiMutation(mfaApi.renewRecoveryCodes, {
    form,
    refetch: [mfaApi.status],
    errorFallback: "Failed to renew recovery codes",
    onSuccessMounted: ({ recoveryCodes }) => setCodes(recoveryCodes),
    onSuccessUnmounted: () =>
      toast({
        title: "Your old recovery codes no longer work",
        description: "The new ones were not shown. You can make others in your settings.",
      }),
  });
  useUnsavedChanges(renew.isPending || codes !== null, CODES_LOSS);
  const submit = form.handleSubmit((body) => {
    if (!renew.isPending) renew.mutate({ body });
  });
  const close = () => {
    if (codes) setIsAsking(true);
    else if (!renew.isPending) onClose();
  };
  // The form and the codes share one dialog, so that the focus stays inside the dialog.
  return (
    <Dialog
      open
      onOpenChange={close}
      title={codes ? "Your new recovery codes" : "New recovery codes"}
      description={
        codes
          ? "Each lets you in once without your phone. Keep them where only you find them: they are not shown again."
          : "The codes that you have now will no longer work."
      }
      // A dialog with `onSubmit` does not close when the user clicks outside. Otherwise a click
      // outside would lose the codes.
      onSubmit={codes ? onClose : () => void submit()}
      footer={
        codes ? (
          <CodesFooter codes={codes} />
        ) : (
          <FormFooter isPending={renew.isPending} onCancel={close} />
        )
      }
    >
      {codes ? (
        <RecoveryCodeList codes={codes} />
      ) : (
        <BothFactorsFields register={form.register} errors={form.formState.errors} />
      )}
      <DiscardQuestion
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onDiscard={onClose}
        warning={CODES_LOSS}
      />
    </Dialog>
  );
}

function FormFooter({ isPending, onCancel }: { isPending: boolean; onCancel: () => void }) {
  return (
    <>
      <Button variant="secondary" disabled={isPending} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" pending={isPending} pendingLabel="Renewing...">
        Renew codes
      </Button>
    </>
  );
}

function CodesFooter({ codes }: { codes: string[] }) {
  return (
    <>
      <DownloadCodes codes={codes} />
      <Button type="submit">Done</Button>
    </>
  );
}
