import { mailDeliveriesApi, MailState } from "#contract/mailDeliveries.ts";
import { mailSuppressionsApi } from "#contract/mailSuppressions.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import type { MailFilters } from "./MailLog.tsx";

/** The id of the company whose mails are listed; null for the mails of all companies. */
export type MailScope = number | null;

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
      ? apiPagedQuery(mailDeliveriesApi.list, {
          query: { ...query, companyId: companyId === null ? undefined : String(companyId) },
        })
      : apiPagedQuery(mailDeliveriesApi.listOfCompany, { query });
  return { ...pages, staleTime: 0 };
}

/**
 * Returns the query for the pages of accounts with a suppressed e-mail address. The pages are
 * always stale, because an address can be suppressed at any time.
 */
export function suppressionsQuery(scope: MailScope) {
  const query = { companyId: scope === null ? undefined : String(scope) };
  return { ...apiPagedQuery(mailSuppressionsApi.list, { query }), staleTime: 0 };
}
