import { SiteAuditFilters } from "#contract/auditLog.ts";

/** What the address says of an audit log. Empty and null narrow nothing. */
export interface AuditLogFilters {
  readonly search: string;
  /** A whole action, or its thing. */
  readonly action: string;
  /** First day, as 2026-01-31, in UTC. */
  readonly from: string;
  /** Last day. */
  readonly to: string;
  /** Only one company's entries; in the installation's log. */
  readonly companyId: number | null;
}

/** Everything there is. */
export const NO_AUDIT_FILTERS: AuditLogFilters = {
  search: "",
  action: "",
  from: "",
  to: "",
  companyId: null,
};

/** Longest search that the API takes. */
export const SEARCH_LENGTH = 200;

const { shape } = SiteAuditFilters;

/** Reads an address; what the API would refuse counts as not said. */
export function readAuditFilters(params: URLSearchParams): AuditLogFilters {
  const said = (name: string) => params.get(name) ?? "";
  return {
    search: shape.search.safeParse(said("search").slice(0, SEARCH_LENGTH)).data ?? "",
    action: shape.action.safeParse(said("action")).data ?? "",
    from: shape.from.safeParse(said("from")).data ?? "",
    to: shape.to.safeParse(said("to")).data ?? "",
    companyId: shape.companyId.safeParse(said("companyId")).data ?? null,
  };
}

/** The address' parameters with these filters; what narrows nothing is left out. */
export function writeAuditFilters(
  params: URLSearchParams,
  filters: AuditLogFilters,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(filters)) {
    if (value === "" || value === null) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** Whether entries may be missing because of a filter. */
export function isNarrowed(filters: AuditLogFilters): boolean {
  return Object.values(filters).some((value) => value !== "" && value !== null);
}
