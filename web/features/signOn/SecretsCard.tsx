import type { RefObject } from "react";
import type { ApplicationSecret } from "#contract/signedTokens.ts";
import { MOST_SECRETS } from "#contract/signedTokens.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { CodeSamples } from "#web/ui/CodeSamples.tsx";
import { CopyButton } from "#web/ui/CopyButton.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useFocusWhenLost } from "#web/ui/focus.ts";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { TOKEN_SAMPLES } from "./tokenSamples.ts";

interface SecretsCardProps {
  secrets: readonly ApplicationSecret[];
  makeButton: RefObject<HTMLButtonElement | null>;
  onCreated: (secret: string) => void;
  onRemove: (secret: { id: number; isLast: boolean }) => void;
}

/** The secrets with which the application signs, without their values. */
export function SecretsCard({ secrets, makeButton, onCreated, onRemove }: SecretsCardProps) {
  const make = useApiMutation("POST /api/application-sign-in/secrets", {
    changes: "signedTokens",
    errorFallback: "Failed to make a secret",
    onSuccessMounted: ({ secret }) => onCreated(secret),
  });
  const isFull = secrets.length >= MOST_SECRETS;
  return (
    <Card
      title="Secrets"
      actions={
        isFull ? null : (
          <Button
            ref={makeButton}
            variant="secondary"
            pending={make.isPending}
            onClick={() => make.mutate()}
          >
            Make a secret
          </Button>
        )
      }
    >
      <p className="mb-2 text-sm text-muted">
        {isFull
          ? "Both work. Remove the former one when your application signs with the new one."
          : "To change the secret, make a second one, let your application sign with it, then remove the first one."}
      </p>
      {secrets.length === 0 ? (
        <p className="text-sm font-medium">No secret yet.</p>
      ) : (
        <ul aria-label="Secrets" className="divide-y">
          {secrets.map(({ id, createdAt, isReadable }, index) => (
            <li key={id} className="flex min-h-12 items-center justify-between gap-4 text-sm">
              <span className="min-w-0">
                <span className="font-medium">Secret {index + 1}</span>{" "}
                <span className="text-muted">
                  · made <CalendarDate value={createdAt} />
                </span>{" "}
                {isReadable ? null : <Badge tone="danger">Unreadable after a restore</Badge>}
              </span>
              <Button
                variant="ghost"
                size="sm"
                className="text-danger-text"
                aria-label={`Remove secret ${String(index + 1)}`}
                onClick={() => onRemove({ id, isLast: secrets.length === 1 })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface NewSecretDialogProps {
  isOpen: boolean;
  onClose: () => void;
  secret: string;
  /** Gets the focus after this dialog has closed, if the element that had it no longer exists. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** Shows a new secret once, with programs that sign with it. */
export function NewSecretDialog({
  isOpen,
  onClose,
  secret,
  focusAfterwards,
}: NewSecretDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      size="lg"
      title="Copy the secret"
      description="This is the only time that it is shown. Whoever has it can log in as any customer, so it belongs on your server only."
      // With `onSubmit`, a click outside does not close the dialog, which would lose the secret.
      onSubmit={onClose}
      footer={<Button type="submit">Done</Button>}
    >
      <NewSecret secret={secret} focusAfterwards={focusAfterwards} />
    </Dialog>
  );
}

function NewSecret({
  secret,
  focusAfterwards,
}: Pick<NewSecretDialogProps, "secret" | "focusAfterwards">) {
  useFocusWhenLost(focusAfterwards);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-2 rounded-lg border bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">{secret}</code>
        <CopyButton text={secret} label="Copy secret" />
      </div>
      <div>
        <h3 className="mb-2 text-sm font-medium">Make a token</h3>
        <CodeSamples samples={TOKEN_SAMPLES} />
      </div>
    </div>
  );
}

interface RemoveSecretDialogProps {
  isOpen: boolean;
  onClose: () => void;
  id: number;
  isLast: boolean;
}

/** Asks whether to remove a secret. */
export function RemoveSecretDialog({ id, isLast, ...frame }: RemoveSecretDialogProps) {
  return (
    <MutationDialog
      {...frame}
      endpoint="DELETE /api/application-sign-in/secrets/:id"
      entityId={id}
      input={{ params: { id } }}
      changes="signedTokens"
      errorFallback="Failed to remove the secret"
      title="Remove the secret?"
      description={
        isLast
          ? "It is the only one. Nobody can log in by a signed token until you make another one and your application signs with it."
          : "Tokens that are signed with it no longer work. Make sure that your application signs with the other one."
      }
      confirmLabel="Remove"
      pendingLabel="Removing..."
    />
  );
}
