import type { Webhook } from "#contract/webhooks.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Ellipsis } from "#web/ui/adminIcons.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import { answerLabel, KIND_LABELS, OFF_LABELS } from "./webhookLabels.ts";
import { useRefetchWebhooks } from "./useRefetchWebhooks.ts";

/** What the dialogs about an endpoint are for. */
export type WebhookDialogName = "edit" | "log" | "rotate" | "off" | "delete";

export interface OpenProps {
  onOpen: (dialog: WebhookDialogName, webhook: Webhook) => void;
}

/** An endpoint with its state, its last answer and what admins can do with it. */
export function WebhookRow({ webhook, onOpen }: OpenProps & { webhook: Webhook }) {
  const { name, kind, url, events, boardIds, isOn, offReason, failingSince } = webhook;
  return (
    <StackedRow>
      <StackedHeader>
        <span dir="auto" className="block font-semibold wrap-anywhere">
          {name}
        </span>
        <span className="block text-muted">{KIND_LABELS[kind].label}</span>
        <code className="block font-mono text-xs wrap-anywhere text-muted">{url}</code>
        <span className="mt-1.5 block">
          <StateBadge isOn={isOn} isFailing={failingSince !== null} />
        </span>
        {offReason === null ? null : (
          <span className="mt-1.5 block text-muted">{OFF_LABELS[offReason]}</span>
        )}
      </StackedHeader>
      <StackedCell label="Events" className="@max-4xl:col-span-2">
        <span className="block">
          {events.length === 1 ? "1 event" : `${String(events.length)} events`}
        </span>
        <span className="block text-muted">
          {boardIds === null
            ? "All boards"
            : boardIds.length === 1
              ? "1 board"
              : `${String(boardIds.length)} boards`}
          {webhook.includesPrivate ? ", also private ones" : null}
        </span>
      </StackedCell>
      <StackedCell label="Last answer">
        <LastAnswer webhook={webhook} />
      </StackedCell>
      <StackedActions>
        <Button variant="ghost" aria-haspopup="dialog" onClick={() => onOpen("log", webhook)}>
          Log
          <span className="sr-only"> of {name}</span>
        </Button>
        <RowMenu webhook={webhook} onOpen={onOpen} />
      </StackedActions>
    </StackedRow>
  );
}

function StateBadge({ isOn, isFailing }: { isOn: boolean; isFailing: boolean }) {
  if (!isOn) return <Badge>Off</Badge>;
  return isFailing ? <Badge tone="danger">Failing</Badge> : <Badge tone="green">On</Badge>;
}

function LastAnswer({ webhook: { lastAnswer, unfinished } }: { webhook: Webhook }) {
  return (
    <>
      {lastAnswer === null ? (
        "None yet"
      ) : (
        <>
          <span className="block wrap-anywhere">{answerLabel(lastAnswer)}</span>
          <RelativeTime value={lastAnswer.at} className="block whitespace-nowrap text-muted" />
        </>
      )}
      {unfinished === 0 ? null : (
        <span className="block text-muted">{String(unfinished)} waiting</span>
      )}
    </>
  );
}

/** The menu with the actions that are needed less often. */
function RowMenu({ webhook, onOpen }: OpenProps & { webhook: Webhook }) {
  const { id, name, kind, isOn } = webhook;
  const refetch = useRefetchWebhooks();
  const test = useApiMutation("POST /api/webhooks/:id/test", {
    entityId: id,
    onSuccess: refetch,
    onError: refetch,
    success: { title: "Test sent", description: "The log shows what came back" },
    errorFallback: "Failed to send a test",
  });
  const turnOn = useApiMutation("PATCH /api/webhooks/:id", {
    entityId: id,
    onSuccess: refetch,
    onError: refetch,
    success: "Webhook turned on",
    errorFallback: "Failed to turn on the webhook",
  });
  const needsAddress = webhook.offReason === "restored";
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button variant="ghost" size="icon" aria-label={`More actions for ${name}`}>
          <Ellipsis aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => onOpen("edit", webhook)}>Change</DropdownMenuItem>
        {isOn ? (
          <DropdownMenuItem onSelect={() => test.mutate({ params: { id } })}>
            Send a test
          </DropdownMenuItem>
        ) : null}
        {kind === "webhook" && !needsAddress ? (
          <DropdownMenuItem onSelect={() => onOpen("rotate", webhook)}>
            Replace the secret
          </DropdownMenuItem>
        ) : null}
        <DropdownMenuSeparator />
        {isOn ? (
          <DropdownMenuItem onSelect={() => onOpen("off", webhook)}>Turn off</DropdownMenuItem>
        ) : needsAddress ? null : (
          <DropdownMenuItem
            onSelect={() => turnOn.mutate({ params: { id }, body: { isOn: true } })}
          >
            Turn on
          </DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={() => onOpen("delete", webhook)}>Delete</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
