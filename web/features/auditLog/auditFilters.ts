import { SiteAuditFilters } from "#contract/auditLog.ts";

/** The filters of an audit log, as stored in the URL. Empty and null values do not filter. */
export interface AuditLogFilters {
  readonly search: string;
  /** An action such as `board.delete`, or an entity such as `board` for all of its actions. */
  readonly action: string;
  /** First day of the time range in UTC, such as 2026-01-31. */
  readonly from: string;
  /** Last day of the time range in UTC, such as 2026-01-31. */
  readonly to: string;
  /** The company whose entries are shown. Only the installation's log has this filter. */
  readonly companyId: number | null;
}

/** The default filters: all entries. */
export const NO_AUDIT_FILTERS: AuditLogFilters = {
  search: "",
  action: "",
  from: "",
  to: "",
  companyId: null,
};

/** The API accepts a search text of at most this many characters. */
export const SEARCH_LENGTH = 200;

const { shape } = SiteAuditFilters;

/**
 * Reads the filters from the URL. A search text that is too long is cut. Other values that the API
 * would refuse are ignored.
 */
export function readAuditFilters(params: URLSearchParams): AuditLogFilters {
  const valueOf = (name: string) => params.get(name) ?? "";
  return {
    search: shape.search.safeParse(valueOf("search").slice(0, SEARCH_LENGTH)).data ?? "",
    action: shape.action.safeParse(valueOf("action")).data ?? "",
    from: shape.from.safeParse(valueOf("from")).data ?? "",
    to: shape.to.safeParse(valueOf("to")).data ?? "",
    companyId: shape.companyId.safeParse(valueOf("companyId")).data ?? null,
  };
}

/** Whether any filter is set. */
export function isNarrowed(filters: AuditLogFilters): boolean {
  return Object.values(filters).some((value) => value !== "" && value !== null);
}
