import { MemberFilters as Query } from "#contract/members.ts";

/** The filters of the list of members, as stored in the page's URL. */
export interface MemberFilters {
  readonly search: string;
  /** One of `MEMBER_ROLES`, or an empty string for all roles. */
  readonly role: string;
}

/** The default filters, which select all members. */
export const NO_MEMBER_FILTERS: MemberFilters = { search: "", role: "" };

/** Maximum length of a search text that the API accepts, in characters. */
export const SEARCH_LENGTH = 200;

const { shape } = Query;

/**
 * Reads the filters from the page's URL. A search text that is too long is cut. Other values that
 * the API would reject are ignored.
 */
export function readMemberFilters(params: URLSearchParams): MemberFilters {
  const valueOf = (name: string) => params.get(name) ?? "";
  return {
    search: shape.search.safeParse(valueOf("search").slice(0, SEARCH_LENGTH)).data ?? "",
    role: shape.role.safeParse(valueOf("role")).data ?? "",
  };
}
