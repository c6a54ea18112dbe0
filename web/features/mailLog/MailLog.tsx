import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { useFilterParams } from "#web/app/navigation/useFilterParams.ts";
import { Mail } from "#web/ui/adminIcons.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { NoMatches } from "#web/ui/NoMatches.tsx";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { isNarrowed, NO_MAIL_FILTERS, readMailFilters } from "./mailFilters.ts";
import { mailColumns, MailRow } from "./MailRow.tsx";
import { MailToolbar } from "./MailToolbar.tsx";
import type { MailScope } from "./mailQueries.ts";
import { deliveriesQuery } from "./mailQueries.ts";
import { SuppressedAddresses } from "./SuppressedAddresses.tsx";

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
