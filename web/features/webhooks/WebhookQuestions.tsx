import type { Webhook } from "#contract/webhooks.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { useRefetchWebhooks } from "./useRefetchWebhooks.ts";

interface QuestionProps {
  isOpen: boolean;
  onClose: () => void;
  webhook: Webhook;
}

const Name = ({ children }: { children: string }) => (
  <strong dir="auto" className="font-semibold wrap-anywhere text-ink">
    {children}
  </strong>
);

/** Asks whether to turn off an endpoint. */
export function OffDialog({ webhook: { id, name, unfinished }, ...frame }: QuestionProps) {
  const refetch = useRefetchWebhooks();
  return (
    <MutationDialog
      {...frame}
      endpoint="PATCH /api/webhooks/:id"
      entityId={id}
      input={{ params: { id }, body: { isOn: false } }}
      onSuccess={refetch}
      onError={refetch}
      success="Webhook turned off"
      errorFallback="Failed to turn off the webhook"
      title="Turn off this webhook?"
      description={
        <>
          <Name>{name}</Name> gets nothing until it is turned on again
          {unfinished > 0 ? `, and ${String(unfinished)} waiting deliveries are given up` : ""}.
          Events meanwhile are not recorded for it.
        </>
      }
      confirmLabel="Turn off"
      pendingLabel="Turning off..."
    />
  );
}

/** Asks whether to delete an endpoint. */
export function DeleteDialog({ webhook: { id, name }, ...frame }: QuestionProps) {
  const refetch = useRefetchWebhooks();
  return (
    <MutationDialog
      {...frame}
      endpoint="DELETE /api/webhooks/:id"
      entityId={id}
      input={{ params: { id } }}
      onSuccess={refetch}
      onError={refetch}
      success="Webhook deleted"
      errorFallback="Failed to delete the webhook"
      title="Delete this webhook?"
      description={
        <>
          <Name>{name}</Name> gets no further events, and its log is deleted. This cannot be undone.
        </>
      }
      confirmLabel="Delete"
      pendingLabel="Deleting..."
    />
  );
}
