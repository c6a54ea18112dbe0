import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { MailDelivery } from "#contract/mailDeliveries.ts";
import {
  DELIVERY_COUNT_LIMIT,
  MAIL_STATES,
  MailState,
  SiteMailFilters,
} from "#contract/mailDeliveries.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import type { FilterSet } from "#web/app/navigation/useTableFilters.ts";
import { useTableFilters } from "#web/app/navigation/useTableFilters.ts";
import type { BadgeTone } from "#web/ui/Badge.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { cn } from "#web/ui/cn.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { CompanyFilter, FilteredTable } from "#web/ui/FilteredTable.tsx";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import type { MailScope } from "./SuppressedAddresses.tsx";
import { AccountName, SuppressedAddresses } from "./SuppressedAddresses.tsx";
import { Mail } from "#web/ui/adminIcons.ts";

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
  const table = useTableFilters(MAIL_FILTERS);
  const list = useInfiniteQuery({
    ...deliveriesQuery(scope, table.filters),
    placeholderData: keepPreviousData,
  });
  const hasCompany = scope === null;
  return (
    <ScreenSection id="mail" title="Mail">
      <p className="-mt-3 mb-5 text-sm text-muted">Mails with notifications of the last 30 days.</p>
      <FilteredTable
        table={table}
        list={list}
        label="Mails"
        searchPlaceholder="Search address or title..."
        hasWideControls
        controls={
          <>
            <FilterSelect
              aria-label="State"
              className="max-sm:w-full sm:max-w-56"
              value={table.filters.state}
              onChoose={(state) => table.change({ state })}
            >
              <option value="">All states</option>
              {MAIL_STATES.map((value) => (
                <option key={value} value={value}>
                  {STATE_LABELS[value].label}
                </option>
              ))}
            </FilterSelect>
            {hasCompany ? <CompanyFilter table={table} list={list} /> : null}
          </>
        }
        count={totalLabel}
        skeletonRows={8}
        columns={mailColumns(hasCompany)}
        tableFrom="4xl"
        icon={Mail}
        noMatches="No mails match your filters"
        empty={
          <EmptyState
            icon={Mail}
            title="No mails yet"
            text="When people who follow an item are notified by mail, each mail is listed here with what became of it."
          />
        }
        renderRow={(mail) => <MailRow key={mail.id} mail={mail} hasCompany={hasCompany} />}
      />
    </ScreenSection>
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
        className={cn(
          "@max-4xl:col-span-2 @max-4xl:pb-2.5 @4xl:text-right @4xl:last:pr-5",
          !response && "@max-4xl:hidden",
        )}
      >
        <span className="font-mono text-xs wrap-anywhere">{response || "–"}</span>
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

export const MAIL_FILTERS: FilterSet<MailFilters> = {
  defaults: { search: "", state: "", companyId: null },
  shape: SiteMailFilters.shape,
};

/**
 * Returns the query for the pages of mails, newest first. The pages are always stale, because the
 * server sends mails at any time.
 */
export function deliveriesQuery(
  scope: MailScope,
  { search, state: chosen, companyId }: MailFilters,
) {
  const query = { search: search || undefined, state: MailState.safeParse(chosen).data };
  const pages =
    scope === null
      ? apiPagedQuery("/api/admin/mail-deliveries", {
          query: { ...query, companyId: companyId === null ? undefined : String(companyId) },
        })
      : apiPagedQuery("/api/mail-deliveries", { query });
  return { ...pages, staleTime: 0 };
}

/** The label and the colour of each state of a mail. */
const STATE_LABELS: Readonly<Record<MailState, { label: string; tone: BadgeTone }>> = {
  waiting: { label: "Waiting", tone: "blue" },
  sending: { label: "Being sent", tone: "blue" },
  deferred: { label: "Waiting to try again", tone: "amber" },
  sent: { label: "Sent", tone: "green" },
  failed: { label: "Failed", tone: "danger" },
  suppressed: { label: "Suppressed", tone: "danger" },
  dropped: { label: "No longer allowed", tone: "neutral" },
};

/** Returns the title of what the mail is about, that it was deleted, or the name of the digest. */
function subjectLabel({ kind, title }: Pick<MailDelivery, "kind" | "title">): string {
  if (kind === "daily") return "Daily digest";
  if (kind === "weekly") return "Weekly digest";
  if (kind === "entry") return title ?? "Deleted changelog entry";
  return title ?? "Deleted feedback";
}
