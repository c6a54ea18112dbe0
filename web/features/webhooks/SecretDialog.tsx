import type { RefObject } from "react";
import type { Webhook } from "#contract/webhooks.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { Button } from "#web/ui/Button.tsx";
import { CodeSamples } from "#web/ui/CodeSamples.tsx";
import { CopyButton } from "#web/ui/CopyButton.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useFocusWhenLost } from "#web/ui/focus.ts";
import { SIGNATURE_SAMPLES } from "./signatureSamples.ts";

interface SecretDialogProps {
  isOpen: boolean;
  onClose: () => void;
  secret: string;
  /** Gets the focus after this dialog has closed, if the element that had it no longer exists. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** Shows a new secret once, with programs that verify the signatures made with it. */
export function SecretDialog({ isOpen, onClose, secret, focusAfterwards }: SecretDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      size="lg"
      title="Copy the secret"
      description="This is the only time that it is shown. With it, your program makes sure that an event comes from here."
      // With `onSubmit`, a click outside does not close the dialog, which would lose the secret.
      onSubmit={onClose}
      footer={<Button type="submit">Done</Button>}
    >
      <Secret secret={secret} focusAfterwards={focusAfterwards} />
    </Dialog>
  );
}

function Secret({
  secret,
  focusAfterwards,
}: Pick<SecretDialogProps, "secret" | "focusAfterwards">) {
  useFocusWhenLost(focusAfterwards);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-2 rounded-lg border bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">{secret}</code>
        <CopyButton text={secret} label="Copy secret" />
      </div>
      <div>
        <h3 className="mb-1 text-sm font-medium">Verify a signature</h3>
        <p className="mb-2 text-sm text-muted">
          Or use a library for{" "}
          <a href="https://www.standardwebhooks.com" className="underline">
            Standard Webhooks
          </a>
          .
        </p>
        <CodeSamples samples={SIGNATURE_SAMPLES} />
      </div>
    </div>
  );
}

interface RotateDialogProps {
  isOpen: boolean;
  onClose: () => void;
  webhook: Webhook;
  onSecret: (secret: string) => void;
}

/** Asks whether to replace the secret of an endpoint. */
export function RotateDialog({ webhook: { id, name }, onSecret, ...frame }: RotateDialogProps) {
  return (
    <MutationDialog
      {...frame}
      endpoint="POST /api/webhooks/:id/secret"
      entityId={id}
      input={{ params: { id } }}
      errorFallback="Failed to replace the secret"
      onSuccessMounted={({ secret }) => onSecret(secret)}
      title="Replace the secret?"
      description={
        <>
          For a day, events to{" "}
          <strong dir="auto" className="font-semibold wrap-anywhere text-ink">
            {name}
          </strong>{" "}
          are signed with the new secret and with the former one, so that you can change it without
          losing any.
        </>
      }
      confirmLabel="Replace"
      pendingLabel="Replacing..."
    />
  );
}
