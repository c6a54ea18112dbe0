import { SiteAuditFilters } from "#contract/auditLog.ts";

/** The filters of an audit log, as stored in the address. Empty and null values do not filter. */
export interface AuditLogFilters {
  readonly search: string;
  /** An action such as `board.delete`, or an entity such as `board` for all of its actions. */
  readonly action: string;
  /** First day, as 2026-01-31, in UTC. */
  readonly from: string;
  /** Last day, in the same format. */
  readonly to: string;
  /** Only this company's entries; used in the installation's log only. */
  readonly companyId: number | null;
}

/** All entries. */
export const NO_AUDIT_FILTERS: AuditLogFilters = {
  search: "",
  action: "",
  from: "",
  to: "",
  companyId: null,
};

/** Longest search text that the API accepts. */
export const SEARCH_LENGTH = 200;

const { shape } = SiteAuditFilters;

/** Reads the filters from the address. Values that the API would refuse count as absent. */
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
