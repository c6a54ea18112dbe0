import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ChangelogSubscriber } from "#contract/changelogSubscribers.ts";
import { SUBSCRIBER_COUNT_LIMIT } from "#contract/changelogSubscribers.ts";
import { searchQuery } from "#contract/fields.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import type { FilterSet } from "#web/app/navigation/useTableFilters.ts";
import { useTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { Download, Mail } from "#web/ui/adminIcons.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { FilteredTable } from "#web/ui/FilteredTable.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";

/** Lists who gets the changelog by mail, with a CSV file and the dialog that removes one. */
export function SubscriberList() {
  const table = useTableFilters(SUBSCRIBER_FILTERS);
  const removal = useDialogState<ChangelogSubscriber>();
  const list = useInfiniteQuery({
    ...subscriberPagesQuery(table.filters),
    placeholderData: keepPreviousData,
  });
  return (
    <ScreenSection
      id="subscribers"
      title="Subscribers"
      actions={
        <Button asChild variant="secondary">
          <a href="/api/changelog/subscribers.csv" download="subscribers.csv">
            <Download aria-hidden="true" />
            Export CSV
          </a>
        </Button>
      }
    >
      <p className="-mt-3 mb-5 max-w-prose text-sm text-muted">
        They get each new entry by mail, if you tell subscribers when you publish it. Addresses are
        confirmed by a link.
      </p>
      <FilteredTable
        table={table}
        list={list}
        label="Subscribers"
        searchPlaceholder="Search name or address..."
        count={totalLabel}
        columns={["Subscriber", "Since", "Actions"]}
        tableFrom="2xl"
        icon={Mail}
        noMatches="No subscribers match your search"
        empty={
          <EmptyState
            icon={Mail}
            title="No subscribers yet"
            text="Whoever subscribes on your changelog page is listed here."
            action={
              <Button asChild variant="secondary">
                <a href="/changelog">See the changelog</a>
              </Button>
            }
          />
        }
        renderRow={(subscriber) => (
          <SubscriberRow key={subscriber.id} subscriber={subscriber} onRemove={removal.open} />
        )}
      />
      <OpenDialog state={removal}>
        {(subscriber, frame) => <RemoveDialog {...frame} subscriber={subscriber} />}
      </OpenDialog>
    </ScreenSection>
  );
}

interface RemoveDialogProps {
  isOpen: boolean;
  onClose: () => void;
  subscriber: ChangelogSubscriber;
}

function RemoveDialog({ subscriber: { id, email }, ...frame }: RemoveDialogProps) {
  return (
    <MutationDialog
      {...frame}
      endpoint="DELETE /api/changelog/subscribers/:id"
      entityId={id}
      input={{ params: { id } }}
      changes="changelogSubscribers"
      success="Subscriber removed"
      errorFallback="Failed to remove the subscriber"
      title="Remove this subscriber?"
      description={`${email} gets no further mails about the changelog, but can subscribe again.`}
      confirmLabel="Remove"
      pendingLabel="Removing..."
    />
  );
}

/** Returns a text such as '3 subscribers'. No more than the limit are counted. */
function totalLabel(total: number): string {
  const label = countLabel(total, "subscriber");
  return total === SUBSCRIBER_COUNT_LIMIT ? `At least ${label}` : label;
}

interface SubscriberRowProps {
  subscriber: ChangelogSubscriber;
  onRemove: (subscriber: ChangelogSubscriber) => void;
}

function SubscriberRow({ subscriber, onRemove }: SubscriberRowProps) {
  const { fullName, email, userId, isSuppressed, createdAt } = subscriber;
  return (
    <StackedRow>
      <StackedHeader>
        {fullName === null ? null : (
          <span dir="auto" className="block font-semibold wrap-anywhere">
            {fullName}
          </span>
        )}
        <span className="block wrap-anywhere text-muted">{email}</span>
        <span className="mt-1.5 flex flex-wrap gap-1.5 empty:hidden">
          {userId === null ? null : <Badge>Account</Badge>}
          {isSuppressed ? <Badge tone="danger">Mails come back</Badge> : null}
        </span>
      </StackedHeader>
      <StackedCell label="Since">
        <CalendarDate value={createdAt} className="whitespace-nowrap" />
      </StackedCell>
      <StackedActions>
        <Button variant="ghost" aria-haspopup="dialog" onClick={() => onRemove(subscriber)}>
          Remove
          <span className="sr-only"> {email}</span>
        </Button>
      </StackedActions>
    </StackedRow>
  );
}

/** The filters of the list, as stored in the page's URL. */
interface SubscriberFilters {
  readonly search: string;
}

export const SUBSCRIBER_FILTERS: FilterSet<SubscriberFilters> = {
  defaults: { search: "" },
  shape: { search: searchQuery },
};

/** Returns the query for the pages of subscribers, which are refetched on each visit. */
export function subscriberPagesQuery({ search }: SubscriberFilters) {
  const query = { search: search || undefined };
  return { ...apiPagedQuery("/api/changelog/subscribers", { query }), staleTime: 0 };
}
