import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useState } from "react";
import type { WebhookDelivery } from "#contract/webhooks.ts";
import { DELIVERY_STATES, WEBHOOK_DELIVERY_COUNT_LIMIT } from "#contract/webhooks.ts";
import { EVENT_LABELS, WEBHOOK_EVENTS } from "#contract/webhookEvents.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { Webhook as WebhookIcon } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { Dialog } from "#web/ui/Dialog.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import type { PagedQuery } from "#web/ui/LoadMore.tsx";
import { NextPage, useFocusOnNewRow } from "#web/ui/NextPage.tsx";
import { Skeleton } from "#web/ui/Skeleton.tsx";
import { SendSinceForm } from "./SendSinceForm.tsx";
import { DeliveryRow } from "./DeliveryRow.tsx";
import { WATCH_MS } from "./useRefetchWebhooks.ts";
import { STATE_LABELS } from "./webhookLabels.ts";

interface LogProps {
  /** The id of the endpoint. */
  id: number;
}

interface WebhookLogDialogProps extends LogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The name of the endpoint. */
  name: string;
}

/** Shows what was sent to an endpoint, with what was answered, and sends it again. */
export function WebhookLogDialog({ isOpen, onClose, id, name }: WebhookLogDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      size="lg"
      title="Log"
      description={
        <>
          What was sent to <span dir="auto">{name}</span> in the last 30 days.
        </>
      }
    >
      <Log id={id} />
    </Dialog>
  );
}

interface LogFilters {
  state: string;
  type: string;
}

function Log({ id }: LogProps) {
  const [filters, setFilters] = useState<LogFilters>({ state: "", type: "" });
  const [isSending, setIsSending] = useState(false);
  const list = useInfiniteQuery({
    ...apiPagedQuery("/api/webhooks/:id/deliveries", {
      params: { id },
      query: { state: stateOf(filters.state), type: typeOf(filters.type) },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const deliveries = state.data?.pages.flatMap(({ items }) => items) ?? [];
      return deliveries.some(({ nextAttemptAt }) => nextAttemptAt !== null) ? WATCH_MS : false;
    },
  });
  const total = list.data?.pages.at(-1)?.total;
  return (
    <>
      <Filters filters={filters} onChange={setFilters}>
        <Button
          variant="secondary"
          aria-expanded={isSending}
          onClick={() => setIsSending(!isSending)}
        >
          Send again since...
        </Button>
        <p role="status" className="min-h-5 text-sm text-muted tabular-nums sm:ml-auto">
          {total === undefined ? null : totalLabel(total)}
        </p>
      </Filters>
      {isSending ? <SendSinceForm id={id} onDone={() => setIsSending(false)} /> : null}
      <LoadedContent
        query={list}
        skeleton={<Skeleton className="h-40 w-full" />}
        errorMessage="Failed to fetch the log"
      >
        {({ pages }) => {
          const deliveries = pages.flatMap(({ items }) => items);
          return deliveries.length === 0 ? (
            <NoDeliveries filters={filters} />
          ) : (
            <Deliveries id={id} list={list} deliveries={deliveries} loaded={pages.length} />
          );
        }}
      </LoadedContent>
    </>
  );
}

function NoDeliveries({ filters: { state, type } }: { filters: LogFilters }) {
  const isFiltered = state !== "" || type !== "";
  return (
    <EmptyState
      icon={WebhookIcon}
      title={isFiltered ? "Nothing matches your filters" : "Nothing was sent yet"}
    />
  );
}

interface FiltersProps {
  filters: LogFilters;
  onChange: (filters: LogFilters) => void;
  children: ReactNode;
}

function Filters({ filters, onChange, children }: FiltersProps) {
  return (
    <form
      autoComplete="off"
      aria-label="Filter the log"
      onSubmit={(event) => event.preventDefault()}
      className="mb-4 flex flex-wrap items-center gap-2"
    >
      <FilterSelect
        aria-label="State"
        className="max-sm:w-full sm:max-w-44"
        value={filters.state}
        onChoose={(state) => onChange({ ...filters, state })}
      >
        <option value="">All states</option>
        {DELIVERY_STATES.map((value) => (
          <option key={value} value={value}>
            {STATE_LABELS[value].label}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        aria-label="Event"
        className="max-sm:w-full sm:max-w-56"
        value={filters.type}
        onChoose={(type) => onChange({ ...filters, type })}
      >
        <option value="">All events</option>
        {WEBHOOK_EVENTS.map((value) => (
          <option key={value} value={value}>
            {EVENT_LABELS[value]}
          </option>
        ))}
        <option value="test">Test</option>
      </FilterSelect>
      {children}
    </form>
  );
}

interface DeliveriesProps extends LogProps {
  list: PagedQuery;
  deliveries: readonly WebhookDelivery[];
  /** The number of loaded pages. */
  loaded: number;
}

function Deliveries({ id, list, deliveries, loaded }: DeliveriesProps) {
  const { box, expectMore } = useFocusOnNewRow(deliveries.length);
  return (
    <div ref={box}>
      <ul className="divide-y rounded-lg border">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} />
        ))}
      </ul>
      <NextPage
        list={list}
        loaded={loaded}
        errorMessage="Failed to fetch the log"
        onPress={expectMore}
      />
    </div>
  );
}

const stateOf = (value: string) => DELIVERY_STATES.find((state) => state === value);
const typeOf = (value: string) =>
  [...WEBHOOK_EVENTS, "test" as const].find((type) => type === value);

const totalLabel = (total: number) =>
  total === WEBHOOK_DELIVERY_COUNT_LIMIT
    ? `At least ${countLabel(total, "delivery", "deliveries")}`
    : countLabel(total, "delivery", "deliveries");
