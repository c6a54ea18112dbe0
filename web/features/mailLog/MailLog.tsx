import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import type { MailDelivery } from "#contract/mailDeliveries.ts";
import { DELIVERY_COUNT_LIMIT, MAIL_STATES, SiteMailFilters } from "#contract/mailDeliveries.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { useFilterParams } from "#web/app/navigation/useFilterParams.ts";
import { Mail } from "#web/ui/adminIcons.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { NoMatches } from "#web/ui/NoMatches.tsx";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { RemovableFilter } from "#web/ui/RemovableFilter.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import { TableToolbar } from "#web/ui/TableToolbar.tsx";
import { STATE_LABELS, subjectLabel } from "./mailLabels.ts";
import type { MailScope } from "./mailQueries.ts";
import { deliveriesQuery } from "./mailQueries.ts";
import { AccountName, SuppressedAddresses } from "./SuppressedAddresses.tsx";

/**
 * Displays two lists: the notification mails of the last 30 days, with a search field and filters,
 * and the accounts whose e-mail addresses are suppressed.
 */
export function MailLog({ scope }: { scope: MailScope }) {
  return (
    <div className="flex flex-col gap-10">
      {usePortal().sendsMail ? null : <SendsNoMails />}
      <Deliveries scope={scope} />
      <SuppressedAddresses scope={scope} />
    </div>
  );
}

function SendsNoMails() {
  return (
    <p className="-mb-4 rounded-xl border border-line bg-amber-tint px-4 py-3 text-sm">
      This portal sends no mails: SMTP_URL is not set. Mails that are listed as sent were only
      written to the server&apos;s log.
    </p>
  );
}

function Deliveries({ scope }: { scope: MailScope }) {
  const { filters, change, searchRef, clear } = useFilterParams(readMailFilters, NO_MAIL_FILTERS);
  const list = useInfiniteQuery({
    ...deliveriesQuery(scope, filters),
    placeholderData: keepPreviousData,
  });
  const mails = list.data?.pages.flatMap(({ items }) => items);
  const hasCompany = scope === null;
  return (
    <ScreenSection id="mail" title="Mail">
      <p className="-mt-3 mb-5 text-sm text-muted">Mails with notifications of the last 30 days.</p>
      <MailToolbar
        filters={hasCompany ? filters : { ...filters, companyId: null }}
        onChange={change}
        searchRef={searchRef}
        companyName={
          mails?.find(({ companyId }) => companyId === filters.companyId)?.companyName ?? null
        }
        total={list.data?.pages.at(-1)?.total}
      />
      <PagedTable
        list={list}
        listKey={JSON.stringify(filters)}
        label="Mails"
        loadingLabel="Loading mails"
        skeletonRows={8}
        errorMessage="Failed to fetch mails"
        columns={mailColumns(hasCompany)}
        tableFrom="4xl"
        empty={
          isNarrowed(filters) ? (
            <NoMatches
              icon={Mail}
              title="No mails match your filters"
              clearLabel="Clear filters"
              onClear={(event) => clear(event, NO_MAIL_FILTERS)}
            />
          ) : (
            <EmptyState
              icon={Mail}
              title="No mails yet"
              text="When people who follow an item are notified by mail, each mail is listed here with what became of it."
            />
          )
        }
        renderRow={(mail) => <MailRow key={mail.id} mail={mail} hasCompany={hasCompany} />}
      />
    </ScreenSection>
  );
}

interface MailToolbarProps {
  filters: MailFilters;
  onChange: (changes: Partial<MailFilters>) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  /**
   * Name of the company by which the list is filtered. The name is taken from the loaded mails;
   * null if no loaded mail belongs to the company.
   */
  companyName: string | null;
  /** Number of matching mails; undefined until the first page has loaded. */
  total: number | undefined;
}

/** The search field and the filters of a list of mails. */
function MailToolbar(props: MailToolbarProps) {
  const { filters, onChange, searchRef, companyName, total } = props;
  const { search, state, companyId } = filters;
  return (
    <TableToolbar
      label="Mails"
      searchLabel="Search mails"
      searchPlaceholder="Search address or title..."
      searchMaxLength={SEARCH_LENGTH}
      searchClassName="basis-full sm:basis-0"
      search={search}
      onSearch={(text) => onChange({ search: text })}
      searchRef={searchRef}
      count={total === undefined ? null : totalLabel(total)}
      className="gap-x-3"
    >
      <FilterSelect
        aria-label="State"
        className="max-sm:w-full sm:max-w-56"
        value={state}
        onChoose={(chosen) => onChange({ state: chosen })}
      >
        <option value="">All states</option>
        {MAIL_STATES.map((value) => (
          <option key={value} value={value}>
            {STATE_LABELS[value].label}
          </option>
        ))}
      </FilterSelect>
      {companyId === null ? null : (
        <RemovableFilter
          label={companyName ?? `Company ${String(companyId)}`}
          removeLabel="Show all companies"
          onRemove={() => onChange({ companyId: null })}
          searchRef={searchRef}
        />
      )}
    </TableToolbar>
  );
}

/**
 * Returns a text such as '3 mails'. For the maximum count, returns 'At least 10,000 mails', because
 * the server does not count beyond this number.
 */
function totalLabel(total: number): string {
  const label = countLabel(total, "mail");
  return total === DELIVERY_COUNT_LIMIT ? `At least ${label}` : label;
}

/** Returns the column headings in the order of a row's cells. */
function mailColumns(hasCompany: boolean): readonly string[] {
  const company = hasCompany ? ["Company"] : [];
  return ["Recipient", "About", ...company, "State", "Time", "Mail server's answer"];
}

interface MailRowProps {
  mail: MailDelivery;
  /**
   * Whether the row displays the company. A row with the company has no link to the item, because
   * the item is on the company's host.
   */
  hasCompany: boolean;
}

/** The table row of one notification mail. */
function MailRow({ mail, hasCompany }: MailRowProps) {
  const { recipient, state, attempts, response, createdAt, finishedAt } = mail;
  const { label, tone } = STATE_LABELS[state];
  return (
    <StackedRow>
      <StackedHeader>
        <AccountName account={recipient} />
      </StackedHeader>
      <StackedCell label="About" className="wrap-anywhere @max-4xl:col-span-2 @4xl:min-w-36">
        <Subject mail={mail} isLink={!hasCompany} />
      </StackedCell>
      {hasCompany ? (
        <StackedCell label="Company" className="wrap-anywhere @max-4xl:col-span-2 @4xl:min-w-24">
          <a
            href={`/admin/mail?companyId=${String(mail.companyId)}`}
            dir="auto"
            className="underline-offset-2 hover:underline"
          >
            {mail.companyName}
          </a>
        </StackedCell>
      ) : null}
      <StackedCell label="State">
        <Badge tone={tone}>{label}</Badge>
        {attempts > 1 ? (
          <span className="mt-1 block text-xs text-muted">{attempts} attempts</span>
        ) : null}
      </StackedCell>
      <StackedCell label="Time" className="@4xl:whitespace-nowrap">
        <RelativeTime value={finishedAt ?? createdAt} />
      </StackedCell>
      <StackedCell
        label="Mail server's answer"
        className="@max-4xl:col-span-2 @max-4xl:pb-2.5 @4xl:text-right @4xl:last:pr-5"
      >
        <span className="font-mono text-xs wrap-anywhere">{response ?? "–"}</span>
      </StackedCell>
    </StackedRow>
  );
}

function Subject({ mail, isLink }: { mail: MailDelivery; isLink: boolean }) {
  const label = subjectLabel(mail);
  if (!isLink || mail.title === null || mail.feedbackId === null)
    return <span dir="auto">{label}</span>;
  return (
    <a
      href={`/feedback/${String(mail.feedbackId)}`}
      dir="auto"
      className="underline-offset-2 hover:underline"
    >
      {label}
    </a>
  );
}

/**
 * The filters of a list of mails, as stored in the page's URL. Empty strings and null do not
 * filter.
 */
export interface MailFilters {
  readonly search: string;
  /** One of `MAIL_STATES`, or an empty string. */
  readonly state: string;
  /** Id of the company whose mails are shown. Only the installation's list has this filter. */
  readonly companyId: number | null;
}

/** The default filters, which select all mails. */
const NO_MAIL_FILTERS: MailFilters = { search: "", state: "", companyId: null };

/** Maximum length of a search text that the API accepts, in characters. */
const SEARCH_LENGTH = 200;

const { shape } = SiteMailFilters;

/**
 * Reads the filters from the page's URL. A search text that is too long is cut. Other values that
 * the API would refuse are ignored.
 */
export function readMailFilters(params: URLSearchParams): MailFilters {
  const valueOf = (name: string) => params.get(name) ?? "";
  return {
    search: shape.search.safeParse(valueOf("search").slice(0, SEARCH_LENGTH)).data ?? "",
    state: shape.state.safeParse(valueOf("state")).data ?? "",
    companyId: shape.companyId.safeParse(valueOf("companyId")).data ?? null,
  };
}

/** Whether any filter is set. */
function isNarrowed({ search, state, companyId }: MailFilters): boolean {
  return search !== "" || state !== "" || companyId !== null;
}
