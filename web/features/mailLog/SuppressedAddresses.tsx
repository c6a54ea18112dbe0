import { useInfiniteQuery } from "@tanstack/react-query";
import type { MailSuppression } from "#contract/mailSuppressions.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Mail } from "#web/ui/adminIcons.ts";
import { BreakingAfter } from "#web/ui/BreakingAfter.tsx";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";

/** The id of the company whose mails are listed; null for the mails of all companies. */
export type MailScope = number | null;

/**
 * Returns the query for the pages of accounts with a suppressed e-mail address. The pages are
 * always stale, because an address can be suppressed at any time.
 */
export function suppressionsQuery(scope: MailScope) {
  const query = { companyId: scope === null ? undefined : String(scope) };
  return { ...apiPagedQuery("/api/mail-suppressions", { query }), staleTime: 0 };
}

/** The labels of the reasons why an e-mail address is suppressed. */
const REASON_LABELS: Readonly<Record<MailSuppression["reason"], string>> = {
  refused: "The mail server refused the address",
  bounced: "A mail came back",
};

function columns(hasCompany: boolean): readonly string[] {
  const company = hasCompany ? ["Company"] : [];
  return ["Account", ...company, "Reason", "Since", "Mail server's answer", "Actions"];
}

/**
 * Lists the accounts whose e-mail addresses are suppressed, with buttons that lift the suppression.
 */
export function SuppressedAddresses({ scope }: { scope: MailScope }) {
  const list = useInfiniteQuery(suppressionsQuery(scope));
  const hasCompany = scope === null;
  return (
    <ScreenSection id="suppressed" title="Suppressed addresses">
      <p className="-mt-3 mb-5 max-w-prose text-sm text-muted">
        These accounts get no mails, because a mail server refused their address for good or a mail
        came back.
      </p>
      <PagedTable
        list={list}
        label="Suppressed addresses"
        skeletonRows={1}
        columns={columns(hasCompany)}
        tableFrom="4xl"
        empty={<EmptyState icon={Mail} title="No address is suppressed." />}
        renderRow={(suppression) => (
          <SuppressionRow
            key={suppression.userId}
            suppression={suppression}
            hasCompany={hasCompany}
          />
        )}
      />
    </ScreenSection>
  );
}

interface SuppressionRowProps {
  suppression: MailSuppression;
  /** Whether the row displays the account's company. */
  hasCompany: boolean;
}

function SuppressionRow({ suppression, hasCompany }: SuppressionRowProps) {
  const { companyName, reason, detail, createdAt } = suppression;
  return (
    <StackedRow>
      <StackedHeader>
        <AccountName account={suppression} />
      </StackedHeader>
      {hasCompany ? (
        <StackedCell label="Company" className="wrap-anywhere">
          <span dir="auto">{companyName ?? "–"}</span>
        </StackedCell>
      ) : null}
      <StackedCell label="Reason">{REASON_LABELS[reason]}</StackedCell>
      <StackedCell label="Since" className="@4xl:whitespace-nowrap">
        <RelativeTime value={createdAt} />
      </StackedCell>
      <StackedCell label="Mail server's answer" className="@max-4xl:col-span-2">
        <span className="font-mono text-xs wrap-anywhere">{detail}</span>
      </StackedCell>
      <StackedActions>
        <SendAgain suppression={suppression} />
      </StackedActions>
    </StackedRow>
  );
}

function SendAgain({
  suppression: { userId, username },
}: Pick<SuppressionRowProps, "suppression">) {
  const remove = useApiMutation("DELETE /api/mail-suppressions/:userId", {
    entityId: userId,
    changes: "mailSuppressions",
    success: "This address gets mails again",
    errorFallback: "Failed to send mails again",
  });
  return (
    <Button
      variant="ghost"
      pending={remove.pending !== undefined}
      pendingLabel="Saving..."
      onClick={() => remove.mutate({ params: { userId } })}
    >
      Send mails again
      <span className="sr-only"> to {username}</span>
    </Button>
  );
}

interface AccountNameProps {
  account: { readonly fullName: string | null; readonly username: string };
}

/** The name of an account above its e-mail address. */
export function AccountName({ account: { fullName, username } }: AccountNameProps) {
  return (
    <span className="block @4xl:min-w-44">
      {fullName === null ? null : (
        <span dir="auto" className="block font-semibold wrap-anywhere">
          {fullName}
        </span>
      )}
      <span className="block wrap-anywhere text-muted">
        <BreakingAfter separator="@" text={username} />
      </span>
    </span>
  );
}
