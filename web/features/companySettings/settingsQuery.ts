import { companiesApi } from "#contract/companies.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** A company's settings, for its admins; always refetched, as the company's other calls are (SPEC section 7). */
export function settingsQuery(companyId: number) {
  return { ...apiQuery(companiesApi.settings, { params: { companyId } }), staleTime: 0 };
}
