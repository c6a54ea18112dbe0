import type { RefObject } from "react";
import type { Webhook } from "#contract/webhooks.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { CodeSamples } from "#web/ui/CodeSamples.tsx";
import { ShownOnceDialog } from "#web/ui/ShownOnceDialog.tsx";
import { SIGNATURE_SAMPLES } from "./signatureSamples.ts";

interface SecretDialogProps {
  isOpen: boolean;
  onClose: () => void;
  secret: string;
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** Shows a new secret once, with programs that verify the signatures made with it. */
export function SecretDialog(props: SecretDialogProps) {
  return (
    <ShownOnceDialog
      {...props}
      size="lg"
      title="Copy the secret"
      description="This is the only time that it is shown. With it, your program makes sure that an event comes from here."
      what="secret"
    >
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
    </ShownOnceDialog>
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
