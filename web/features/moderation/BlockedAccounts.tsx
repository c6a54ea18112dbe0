import { useInfiniteQuery } from "@tanstack/react-query";
import type { BlockedAccount } from "#contract/blockedAccounts.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";

/** Lists the accounts that are blocked in the company, with buttons that unblock them. */
export function BlockedAccounts() {
  const list = useInfiniteQuery(blockedAccountsQuery());
  return (
    <ScreenSection id="blocked" title="Blocked people">
      <PagedTable
        list={list}
        label="Blocked people"
        skeletonRows={1}
        columns={["Person", "Blocked by", "Since", "Actions"]}
        tableFrom="2xl"
        empty={<p className="text-sm">Nobody is blocked.</p>}
        renderRow={(account) => <BlockedRow key={account.id} account={account} />}
      />
    </ScreenSection>
  );
}

function BlockedRow({ account }: { account: BlockedAccount }) {
  const { id, username, fullName, blockedBy, blockedAt } = account;
  const unblock = useApiMutation("DELETE /api/blocked-accounts/:id", {
    changes: "moderation",
    errorFallback: "Failed to unblock",
    success: "Unblocked",
  });
  return (
    <StackedRow>
      <StackedHeader>
        <span dir="auto" className="block font-semibold wrap-anywhere">
          {fullName ?? "No name provided"}
        </span>
        <span className="block wrap-anywhere text-muted">{username}</span>
      </StackedHeader>
      <StackedCell label="Blocked by">
        <span dir="auto">{blockedBy ?? "–"}</span>
      </StackedCell>
      <StackedCell label="Since">
        <CalendarDate value={blockedAt} className="whitespace-nowrap" />
      </StackedCell>
      <StackedActions>
        <Button
          variant="ghost"
          pending={unblock.isPending}
          pendingLabel="Unblocking..."
          onClick={() => unblock.mutate({ params: { id } })}
        >
          Unblock<span className="sr-only"> {username}</span>
        </Button>
      </StackedActions>
    </StackedRow>
  );
}

/**
 * Returns the query for the pages of blocked accounts, last blocked first. The pages are refetched
 * on each visit.
 */
export function blockedAccountsQuery() {
  return { ...apiPagedQuery("/api/blocked-accounts"), staleTime: 0 };
}
