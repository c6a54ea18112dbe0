import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { Customer, CustomerSort, CustomerState } from "#contract/customers.ts";
import {
  CUSTOMER_ACTIVITY_LIMIT,
  CUSTOMER_COUNT_LIMIT,
  CUSTOMER_SORTS,
  CUSTOMER_STATES,
  CustomerFilters as Query,
} from "#contract/customers.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import type { FilterSet } from "#web/app/navigation/useTableFilters.ts";
import { useTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { Ellipsis, Users } from "#web/ui/adminIcons.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { BreakingAfter } from "#web/ui/BreakingAfter.tsx";
import { Button } from "#web/ui/Button.tsx";
import { countLabel, formatCount } from "#web/ui/countLabel.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { FilteredTable } from "#web/ui/FilteredTable.tsx";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { CalendarDate, RelativeTime } from "#web/ui/RelativeTime.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import type { ManagedPerson } from "./MemberDialogs.tsx";
import { MemberDialogs } from "./MemberDialogs.tsx";

/** Lists the company's customers with what they did, and the dialogs for one customer. */
export function CustomerList() {
  const table = useTableFilters(CUSTOMER_FILTERS);
  const list = useInfiniteQuery({
    ...customerPagesQuery(table.filters),
    placeholderData: keepPreviousData,
  });
  return (
    <ScreenSection id="customers" title="Customers">
      <MemberDialogs>
        {(open) => (
          <FilteredTable
            table={table}
            list={list}
            label="Customers"
            searchPlaceholder="Search name or address..."
            hasWideControls
            controls={<Controls filters={table.filters} onChange={table.change} />}
            count={totalLabel}
            columns={COLUMNS}
            tableFrom="2xl"
            icon={Users}
            noMatches="No customers match your filters"
            empty={
              <EmptyState
                icon={Users}
                title="No customers yet"
                text="Whoever signs up on your portal is listed here, and whoever an import names."
              />
            }
            renderRow={(customer) => (
              <CustomerRow
                key={customer.id}
                customer={customer}
                onChangeRole={open.changeRole}
                onRemove={open.remove}
                onUnlink={open.unlink}
              />
            )}
          />
        )}
      </MemberDialogs>
    </ScreenSection>
  );
}

interface ControlsProps {
  filters: CustomerFilters;
  onChange: (changes: Partial<CustomerFilters>) => void;
}

/** The filter by state, and the order. */
function Controls({ filters: { state, sort }, onChange }: ControlsProps) {
  return (
    <>
      <FilterSelect
        aria-label="State"
        className="max-sm:w-full sm:w-52"
        value={state ?? ""}
        onChoose={(chosen) => onChange({ state: CUSTOMER_STATES.find((each) => each === chosen) })}
      >
        <option value="">All customers</option>
        {CUSTOMER_STATES.map((value) => (
          <option key={value} value={value}>
            {STATE_LABELS[value]}
          </option>
        ))}
      </FilterSelect>
      <FilterSelect
        aria-label="Sort by"
        className="max-sm:w-full sm:w-44"
        value={sort}
        onChoose={(chosen) =>
          onChange({ sort: CUSTOMER_SORTS.find((each) => each === chosen) ?? "newest" })
        }
      >
        {CUSTOMER_SORTS.map((value) => (
          <option key={value} value={value}>
            {SORT_LABELS[value]}
          </option>
        ))}
      </FilterSelect>
    </>
  );
}

const STATE_LABELS: Readonly<Record<CustomerState, string>> = {
  confirmed: "Confirmed",
  unconfirmed: "Unconfirmed",
  blocked: "Blocked",
  imported: "Imported, not signed up",
};

const SORT_LABELS: Readonly<Record<CustomerSort, string>> = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "By name",
  items: "Most items",
  votes: "Most votes",
  comments: "Most comments",
  seen: "Last seen",
};

/** Returns a text such as '3 customers'. No more than the limit are counted. */
function totalLabel(total: number): string {
  const label = countLabel(total, "customer");
  return total === CUSTOMER_COUNT_LIMIT ? `At least ${label}` : label;
}

/** The columns in the order of a row's cells. */
const COLUMNS = [
  "Customer",
  "Items",
  "Votes",
  "Comments",
  "Last seen",
  "Joined",
  "Actions",
] as const;

interface CustomerRowProps {
  customer: Customer;
  onChangeRole: (person: ManagedPerson) => void;
  onRemove: (person: ManagedPerson) => void;
  onUnlink: (person: ManagedPerson) => void;
}

function CustomerRow({ customer, onChangeRole, onRemove, onUnlink }: CustomerRowProps) {
  const { username, fullName, items, votes, comments, lastSeenAt, createdAt } = customer;
  return (
    <StackedRow>
      <StackedHeader>
        <span dir="auto" className="block font-semibold wrap-anywhere">
          {fullName ?? "No name provided"}
        </span>
        {username === null ? null : (
          <span className="block wrap-anywhere text-muted">
            <BreakingAfter separator="@" text={username} />
          </span>
        )}
        <StateBadges customer={customer} />
      </StackedHeader>
      {(
        [
          ["Items", items],
          ["Votes", votes],
          ["Comments", comments],
        ] as const
      ).map(([label, count]) => (
        <StackedCell key={label} label={label} className="tabular-nums">
          {formatCount(count)}
          {count === CUSTOMER_ACTIVITY_LIMIT ? "+" : ""}
        </StackedCell>
      ))}
      <StackedCell label="Last seen">
        {lastSeenAt === null ? "–" : <RelativeTime value={lastSeenAt} />}
      </StackedCell>
      <StackedCell label="Joined">
        <CalendarDate value={createdAt} />
      </StackedCell>
      <StackedActions areIcons>
        {username === null ? null : (
          <PersonActions
            person={{ id: customer.id, username, fullName, role: "user" }}
            onChangeRole={onChangeRole}
            onRemove={onRemove}
            onUnlink={customer.hasSignOn ? onUnlink : null}
          />
        )}
      </StackedActions>
    </StackedRow>
  );
}

function StateBadges({ customer }: { customer: Customer }) {
  const { isActive, isBlocked, isImported } = customer;
  const isDeactivated = !isActive && !isImported;
  const isUnconfirmed = customer.mustConfirmEmail && !isImported;
  if (!isBlocked && !isImported && !isUnconfirmed && !isDeactivated) return null;
  return (
    <span className="mt-1.5 flex flex-wrap gap-1.5">
      {isDeactivated ? <Badge tone="danger">Deactivated</Badge> : null}
      {isBlocked ? <Badge tone="danger">Blocked</Badge> : null}
      {isUnconfirmed ? <Badge tone="amber">Unconfirmed</Badge> : null}
      {isImported ? <Badge>Imported, not signed up</Badge> : null}
    </span>
  );
}

interface PersonActionsProps extends Pick<CustomerRowProps, "onChangeRole" | "onRemove"> {
  person: ManagedPerson;
  /** Null if the person has no link with the company's provider. */
  onUnlink: CustomerRowProps["onUnlink"] | null;
}

function PersonActions({ person, onChangeRole, onRemove, onUnlink }: PersonActionsProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>
        <Button variant="ghost" size="icon" aria-label={`Actions for ${person.username}`}>
          <Ellipsis aria-hidden="true" className="text-muted" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => onChangeRole(person)}>Change role…</DropdownMenuItem>
        {onUnlink ? (
          <DropdownMenuItem onSelect={() => onUnlink(person)}>
            Remove sign-on link…
          </DropdownMenuItem>
        ) : null}
        <DropdownMenuItem onSelect={() => onRemove(person)}>Remove…</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** The filters and the order of the list of customers, as stored in the page's URL. */
interface CustomerFilters {
  readonly search: string;
  readonly state: CustomerState | undefined;
  readonly sort: CustomerSort;
}

export const CUSTOMER_FILTERS: FilterSet<CustomerFilters> = {
  defaults: { search: "", state: undefined, sort: "newest" },
  shape: Query.shape,
};

/** Returns the query for the pages of customers, which are refetched on each visit. */
export function customerPagesQuery({ search, state, sort }: CustomerFilters) {
  const query = { search: search || undefined, state, sort };
  return { ...apiPagedQuery("/api/customers", { query }), staleTime: 0 };
}
