import { SiteMailFilters } from "#contract/mailDeliveries.ts";

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
export const NO_MAIL_FILTERS: MailFilters = { search: "", state: "", companyId: null };

/** Maximum length of a search text that the API accepts, in characters. */
export const SEARCH_LENGTH = 200;

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
export function isNarrowed({ search, state, companyId }: MailFilters): boolean {
  return search !== "" || state !== "" || companyId !== null;
}
