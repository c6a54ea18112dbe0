import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { CONFIRM_EMAIL_FIRST } from "./errors.ts";
import { idParam, idQuery, pageCursor, pageLimit, searchQuery, timestamp } from "./fields.ts";

/** One recorded action of an admin, or of a person who has accepted an invitation. */
export const AuditEntry = z.object({
  /** Id of the entry, unique in the log. */
  id: z.string(),
  /** The company of the action; null if the action concerns the whole installation. */
  companyId: z.nullable(z.number()),
  companyName: z.nullable(z.string()),
  actorUsername: z.string(),
  /** Entity and verb of the action, such as `board.delete`. */
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
  ip: z.string(),
  createdAt: timestamp,
});
export type AuditEntry = z.output<typeof AuditEntry>;

const DAY_FORM = "Dates have the form 2026-01-31";

const day = z.optional(
  z.union([
    z.string().check(z.maxLength(0)),
    // Dates in the year 0 are refused, because PostgreSQL's calendar has no year 0.
    z.iso.date(DAY_FORM).check(z.refine((value) => !value.startsWith("0000"), DAY_FORM)),
  ]),
);

const filters = {
  /** A substring of the actor's e-mail address or of the subject. */
  search: searchQuery,
  /** The complete name of an action, or only its entity: `board` also matches `board.delete`. */
  action: z.optional(z.string().check(z.regex(/^[a-z-]*(?:\.[a-z-]+)?$/, "Unknown action"))),
  /** First day of the entries, in UTC. */
  from: day,
  /** Last day of the entries, in UTC. */
  to: day,
};

/** Filters of a company's own log. */
const AuditFilters = z.object(filters);

/** Filters of the installation's log. */
export const SiteAuditFilters = z.object({ ...filters, companyId: z.optional(idQuery) });

/** The text of a file: RFC 4180, UTF-8 with a byte order mark. */
export const AuditCsv = z.string();

const page = { limit: pageLimit, cursor: pageCursor };

export const auditLogApi = {
  list: endpoint({
    operationId: "readAuditLog",
    method: "GET",
    path: "/api/admin/audit-log",
    summary: "What admins did, newest first, of all companies and of the installation.",
    query: z.extend(SiteAuditFilters, page),
    response: z.array(AuditEntry),
    status: 200,
    paged: true,
  }),
  listOfCompany: endpoint({
    operationId: "readCompanyAuditLog",
    method: "GET",
    path: "/api/company/:companyId/audit-log",
    summary: "What admins did in one company, newest first.",
    params: z.object({ companyId: idParam }),
    query: z.extend(AuditFilters, page),
    response: z.array(AuditEntry),
    status: 200,
    paged: true,
    notFound: "Company not found",
  }),
  download: endpoint({
    operationId: "downloadAuditLog",
    method: "GET",
    path: "/api/admin/audit-log.csv",
    summary: "All entries that `GET /api/admin/audit-log` lists for the same filters, as CSV.",
    query: SiteAuditFilters,
    response: AuditCsv,
    status: 200,
    download: "audit-log.csv",
    csv: true,
  }),
  downloadOfCompany: endpoint({
    operationId: "downloadCompanyAuditLog",
    method: "GET",
    path: "/api/company/:companyId/audit-log.csv",
    summary:
      "All entries that `GET /api/company/{companyId}/audit-log` lists for the same filters, as CSV.",
    params: z.object({ companyId: idParam }),
    query: AuditFilters,
    response: AuditCsv,
    status: 200,
    download: "audit-log.csv",
    csv: true,
    notFound: "Company not found",
    errors: { 403: [CONFIRM_EMAIL_FIRST] },
  }),
} as const;

const exampleEntry: AuditEntry = {
  id: "c57",
  companyId: 1,
  companyName: "Acme",
  actorUsername: "alex@acme.example",
  action: "board.create",
  subject: "Mobile app",
  details: {},
  ip: "192.0.2.44",
  createdAt: "2026-05-06T09:30:00.000Z",
};

const exampleCSV =
  "Time (UTC),Company,Who,Action,Subject,Details,IP address\r\n2026-05-06T09:30:00.000Z,Acme,alex@acme.example,board.create,Mobile app,{},192.0.2.44\r\n";

export const auditLogExamples: ExamplesOf<typeof auditLogApi> = {
  readAuditLog: {
    query: { action: "board", from: "2026-05-01", companyId: "1" },
    response: [exampleEntry],
  },
  readCompanyAuditLog: {
    params: { companyId: 1 },
    query: { search: "mobile" },
    response: [exampleEntry],
  },
  downloadAuditLog: { query: { from: "2026-05-01" }, response: exampleCSV },
  downloadCompanyAuditLog: {
    params: { companyId: 1 },
    query: { action: "board" },
    response: exampleCSV,
  },
};
