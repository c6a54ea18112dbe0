import { zodResolver } from "@hookform/resolvers/zod";
import type { RefObject } from "react";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { MfaStatus } from "#contract/mfa.ts";
import { BothFactors } from "#contract/mfa.ts";
import { useHasPassword } from "#web/app/api/signInMethods.ts";
import { useFreshMutation } from "#web/app/api/useFreshMutation.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { DiscardQuestion } from "#web/ui/DiscardQuestion.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { useFocusWhenLost } from "#web/ui/focus.ts";
import { BothFactorsFields } from "./BothFactorsFields.tsx";
import { CODES_LOSS, DownloadCodes, RecoveryCodeList } from "./RecoveryCodeList.tsx";
import { MfaLoader } from "./MfaLoader.tsx";

/**
 * Displays whether the second factor is on, with buttons to set it up, renew its recovery codes or
 * turn it off.
 */
export function MfaCard({ setupPath }: { setupPath: string }) {
  const state = useRef<HTMLDivElement>(null);
  return (
    <Card
      title="Two-factor authentication"
      description="A code of an app on your phone, beside your password, at every login."
    >
      <div ref={state} tabIndex={-1} className="outline-none">
        <MfaLoader>
          {(status) =>
            status.isOn ? (
              <On status={status} focusAfterwards={state} />
            ) : (
              <Off setupPath={setupPath} />
            )
          }
        </MfaLoader>
      </div>
    </Card>
  );
}

function Off({ setupPath }: { setupPath: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <Badge>Off</Badge>
      <Button asChild variant="secondary">
        <a href={setupPath}>Set up</a>
      </Button>
    </div>
  );
}

interface OnProps {
  status: MfaStatus;
  /**
   * Gets the focus after the second factor was turned off, because the "Turn off" button no longer
   * exists.
   */
  focusAfterwards: RefObject<HTMLElement | null>;
}

function On({ status: { isRequired, recoveryCodesLeft }, focusAfterwards }: OnProps) {
  useFocusWhenLost(focusAfterwards);
  const [open, setOpen] = useState<"renew" | "off" | null>(null);
  const close = () => setOpen(null);
  const codes =
    recoveryCodesLeft === 1 ? "1 recovery code" : `${String(recoveryCodesLeft)} recovery codes`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="green">On</Badge>
        <p className="text-sm text-muted">
          {codes} left.{isRequired ? " Required for admins here." : null}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen("renew")}>
          New recovery codes
        </Button>
        {isRequired ? null : (
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen("off")}>
            Turn off
          </Button>
        )}
      </div>
      {open === "renew" ? <RenewRecoveryCodesDialog onClose={close} /> : null}
      {open === "off" ? <TurnMfaOffDialog onClose={close} /> : null}
    </div>
  );
}

/**
 * Creates new recovery codes after the user has confirmed with password and code, and displays the
 * codes once. Closing the dialog without "Done" while codes are displayed requires a confirmation.
 */
function RenewRecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const withPassword = useHasPassword();
  const form = useBothFactorsForm(withPassword);
  const renew = useRenewal(form, setCodes);
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
        <BothFactorsFields
          register={form.register}
          errors={form.formState.errors}
          withPassword={withPassword}
        />
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

function useRenewal(
  form: ReturnType<typeof useBothFactorsForm>,
  onRenewed: (codes: string[]) => void,
) {
  return useFreshMutation("POST /api/user/mfa/recovery-codes", {
    form,
    freshFor: "renew the recovery codes",
    changes: "ownMfa",
    errorFallback: "Failed to renew recovery codes",
    onSuccessMounted: ({ recoveryCodes }) => onRenewed(recoveryCodes),
    onSuccessUnmounted: () =>
      toast({
        title: "Your old recovery codes no longer work",
        description: "The new ones were not shown. You can make others in your settings.",
      }),
  });
}

function useBothFactorsForm(withPassword: boolean) {
  return useForm({
    resolver: zodResolver(BothFactors),
    defaultValues: { password: withPassword ? "" : undefined, code: "" },
  });
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

/** Turns the second factor off after the user has confirmed with password and code. */
function TurnMfaOffDialog({ onClose }: { onClose: () => void }) {
  const withPassword = useHasPassword();
  const form = useBothFactorsForm(withPassword);
  const turnOff = useFreshMutation("POST /api/user/mfa/turn-off", {
    form,
    freshFor: "turn off two-factor authentication",
    changes: "ownMfa",
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
      <BothFactorsFields
        register={form.register}
        errors={form.formState.errors}
        withPassword={withPassword}
      />
    </FormDialog>
  );
}
