import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { WebhookAnswer, WebhookDelivery } from "#contract/webhooks.ts";
import { EVENT_LABELS } from "#contract/webhookEvents.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ChevronRight } from "#web/ui/adminIcons.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { Skeleton } from "#web/ui/Skeleton.tsx";
import { answerLabel, STATE_LABELS } from "./webhookLabels.ts";
import { useRefetchWebhooks, WATCH_MS } from "./useRefetchWebhooks.ts";

interface DeliveryProps {
  webhookId: number;
  delivery: WebhookDelivery;
}

/** One delivery. Its button shows what was sent and answered. */
export function DeliveryRow({ webhookId, delivery }: DeliveryProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { type, state, attempts, createdAt, lastAnswer, nextAttemptAt } = delivery;
  return (
    <li>
      <button
        type="button"
        data-list-item=""
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex w-full items-start gap-2 px-3 py-2.5 text-left text-sm hover:bg-hover"
      >
        <ChevronRight
          aria-hidden="true"
          className={cn(
            "mt-0.5 size-4 shrink-0 text-muted transition-transform",
            isOpen && "rotate-90",
          )}
        />
        <span className="min-w-0 flex-1">
          <span className="font-medium">{labelOf(type)}</span>{" "}
          <RelativeTime value={createdAt} className="text-muted" />
          <span className="block wrap-anywhere text-muted">
            {lastAnswer === null ? "Not tried yet" : answerLabel(lastAnswer)}
            {attempts > 1 ? `, ${String(attempts)} attempts` : null}
            {nextAttemptAt === null || lastAnswer === null ? null : (
              <>
                , next <RelativeTime value={nextAttemptAt} />
              </>
            )}
          </span>
        </span>
        <Badge tone={STATE_LABELS[state].tone} className="shrink-0">
          {STATE_LABELS[state].label}
        </Badge>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen ? <DeliveryDetails webhookId={webhookId} deliveryId={delivery.id} /> : null}
      </div>
    </li>
  );
}

const labelOf = (type: string) =>
  type === "test"
    ? "Test"
    : (Object.entries(EVENT_LABELS).find(([key]) => key === type)?.[1] ?? type);

function DeliveryDetails({ webhookId: id, deliveryId }: { webhookId: number; deliveryId: number }) {
  const params = { id, deliveryId };
  const detail = useQuery({
    ...apiQuery("/api/webhooks/:id/deliveries/:deliveryId", { params }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.nextAttemptAt ? WATCH_MS : false),
  });
  const refetch = useRefetchWebhooks();
  const again = useApiMutation("POST /api/webhooks/:id/deliveries/:deliveryId/send", {
    entityId: deliveryId,
    onSuccess: refetch,
    onError: refetch,
    success: "Sent again",
    errorFallback: "Failed to send it again",
  });
  return (
    <div className="border-t bg-sunken px-3 py-3">
      <LoadedContent
        query={detail}
        skeleton={<Skeleton className="h-24 w-full" />}
        errorMessage="Failed to fetch the delivery"
      >
        {({ eventId, body, answers }) => (
          <div className="flex flex-col gap-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <code className="font-mono text-xs wrap-anywhere text-muted">{eventId}</code>
              <Button
                variant="secondary"
                size="sm"
                pending={again.isPending}
                onClick={() => again.mutate({ params })}
              >
                Send again
              </Button>
            </div>
            <Text label="Body" text={indented(body)} />
            {answers.map((answer) => (
              <Answer key={answer.at} answer={answer} />
            ))}
          </div>
        )}
      </LoadedContent>
    </div>
  );
}

function Answer({ answer }: { answer: WebhookAnswer }) {
  return (
    <div>
      <p className="text-sm">
        <span className="font-medium">{answerLabel(answer)}</span>{" "}
        <RelativeTime value={answer.at} className="text-muted" />
      </p>
      {answer.body === "" ? null : <Text label="Answer" text={answer.body} />}
    </div>
  );
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="mb-1 text-sm font-medium">{label}</p>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be focusable by keyboard
        tabIndex={0}
        aria-label={label}
        className="max-h-60 overflow-auto rounded-lg border bg-surface p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </div>
  );
}

/** Returns JSON with indentation. */
function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
