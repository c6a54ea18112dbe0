import type { RefObject } from "react";
import { useRef } from "react";
import type { ApplicationSecret } from "#contract/signedTokens.ts";
import { MOST_SECRETS } from "#contract/signedTokens.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { CodeSamples } from "#web/ui/CodeSamples.tsx";
import { Plus } from "#web/ui/icons.ts";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { ShownOnceDialog } from "#web/ui/ShownOnceDialog.tsx";
import { Step } from "#web/ui/Steps.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import { TOKEN_SAMPLES } from "./tokenSamples.ts";

interface SecretsStepProps {
  number: number;
  secrets: readonly ApplicationSecret[];
}

/** The secrets with which the application signs. Their values are shown once. */
export function SecretsStep({ number, secrets }: SecretsStepProps) {
  const makeButton = useRef<HTMLButtonElement>(null);
  const created = useDialogState<string>();
  const removed = useDialogState<{ id: number; isLast: boolean }>();
  const make = useApiMutation("POST /api/application-sign-in/secrets", {
    changes: "signedTokens",
    errorFallback: "Failed to make a secret",
    onSuccessMounted: ({ secret }) => created.open(secret),
  });
  const isFull = secrets.length >= MOST_SECRETS;
  return (
    <Step
      number={number}
      title="Secrets"
      text={
        isFull
          ? "Both work. Remove the former one when your application signs with the new one."
          : "Your application signs with a secret. To change it, make a second one, let your application sign with it, then remove the first one."
      }
    >
      <div className="divide-y rounded-xl border border-line bg-surface">
        {secrets.length === 0 ? (
          <p className="px-4 py-3 text-sm sm:px-6">No secret yet.</p>
        ) : (
          <ul aria-label="Secrets" className="divide-y">
            {secrets.map((secret, index) => (
              <SecretRow
                key={secret.id}
                secret={secret}
                number={index + 1}
                onRemove={() => removed.open({ id: secret.id, isLast: secrets.length === 1 })}
              />
            ))}
          </ul>
        )}
        {isFull ? null : (
          <div className="px-4 py-3 sm:px-6">
            <Button
              ref={makeButton}
              variant="secondary"
              pending={make.isPending}
              onClick={() => make.mutate()}
            >
              <Plus aria-hidden="true" />
              Make a secret
            </Button>
          </div>
        )}
      </div>
      <OpenDialog state={created}>
        {(secret, frame) => (
          <NewSecretDialog {...frame} secret={secret} focusAfterwards={makeButton} />
        )}
      </OpenDialog>
      <OpenDialog state={removed}>
        {(secret, frame) => <RemoveSecretDialog {...frame} {...secret} />}
      </OpenDialog>
    </Step>
  );
}

interface NewSecretDialogProps {
  isOpen: boolean;
  onClose: () => void;
  secret: string;
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** Shows a new secret once, with programs that sign with it. */
function NewSecretDialog(props: NewSecretDialogProps) {
  return (
    <ShownOnceDialog
      {...props}
      size="lg"
      title="Copy the secret"
      description="This is the only time that it is shown. Whoever has it can log in as any customer, so it belongs on your server only."
      what="secret"
    >
      <div>
        <h3 className="mb-2 text-sm font-medium">Make a token</h3>
        <CodeSamples samples={TOKEN_SAMPLES} />
      </div>
    </ShownOnceDialog>
  );
}

interface SecretRowProps {
  secret: ApplicationSecret;
  number: number;
  onRemove: () => void;
}

function SecretRow({ secret: { createdAt, isReadable }, number, onRemove }: SecretRowProps) {
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 px-4 text-sm sm:px-6">
      <span className="min-w-0 py-2">
        <span className="font-medium">Secret {number}</span>{" "}
        <span className="text-muted">
          · made <CalendarDate value={createdAt} />
        </span>{" "}
        {isReadable ? null : <Badge tone="danger">Unreadable after a restore</Badge>}
      </span>
      <Button
        variant="ghost"
        size="sm"
        className="text-danger-text"
        aria-haspopup="dialog"
        aria-label={`Remove secret ${String(number)}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
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
