import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { BothFactors, mfaApi } from "#contract/mfa.ts";
import { useApiMutation } from "#web/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { BothFactorsFields } from "./BothFactorsFields.tsx";
import { DownloadCodes } from "./DownloadCodes.tsx";
import { RecoveryCodeList } from "./RecoveryCodeList.tsx";

/** Gives new recovery codes, to whoever has both factors, and shows them once. */
export function RenewRecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const form = useForm({ resolver: zodResolver(BothFactors), defaultValues: { password: "", code: "" } });
  const renew = useApiMutation(mfaApi.renewRecoveryCodes, {
    form,
    refetch: [mfaApi.status],
    errorFallback: "Failed to renew recovery codes",
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
  });
  const submit = form.handleSubmit((body) => {
    if (!renew.isPending) renew.mutate({ body });
  });
  if (codes) return <NewCodes codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="New recovery codes"
      description="The codes that you have now will no longer work."
      isDirty={false}
      isPending={renew.isPending}
      submitLabel="Renew codes"
      pendingLabel="Renewing..."
      onSubmit={() => void submit()}
    >
      <BothFactorsFields form={form} />
    </FormDialog>
  );
}

function NewCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Your new recovery codes"
      description="Each lets you in once without your phone. Keep them where only you find them: they are not shown again."
      footer={
        <>
          <DownloadCodes codes={codes} />
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <RecoveryCodeList codes={codes} />
    </Dialog>
  );
}
