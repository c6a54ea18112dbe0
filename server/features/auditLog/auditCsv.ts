import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { AuditFilters, SiteAuditFilters, auditLogApi } from "#contract/auditLog.ts";
import { idParam } from "#contract/fields.ts";
import type { Db } from "#server/platform/db/database.ts";
import { objectAdmin, superAdmin } from "#server/platform/access/guards.ts";
import { byAccount, countCall } from "#server/platform/routing/callLimits.ts";
import { invalid, notFound } from "#server/platform/http/httpError.ts";
import { auditedCompanyDb } from "./auditedCompanyDb.ts";
import { csvHeading, csvLine } from "#server/platform/text/csv.ts";
import type { AuditFilter } from "./readAuditLog.ts";
import { walkAuditLog } from "./readAuditLog.ts";

const COLUMNS = ["Time (UTC)", "Company", "Who", "Action", "Subject", "Details", "IP address"];

/** Limits exports, because without filters an export reads the whole log page by page. */
const limits = [byAccount({ name: "audit-csv-account", attempts: 30, windowSeconds: 60 * 60 })];

/** Mounts the CSV exports. Rows are streamed, so memory does not grow with the size of the log. */
export function mountAuditCsv(app: FastifyInstance): void {
  app.get("/api/admin/audit-log.csv", async (request, reply) => {
    await countCall(limits, request.requestContext);
    const { database } = superAdmin.admit(request.requestContext);
    return sendCsv(reply, database.system, readFilter(SiteAuditFilters, request));
  });
  app.get<{ Params: { companyId: string } }>(
    "/api/company/:companyId/audit-log.csv",
    async (request, reply) => {
      await countCall(limits, request.requestContext);
      const context = objectAdmin.admit(request.requestContext);
      const id = idParam.safeParse(request.params.companyId);
      if (!id.success) throw notFound(auditLogApi.listOfCompany.notFound);
      const filter = { ...readFilter(AuditFilters, request), companyId: id.data };
      return sendCsv(reply, await auditedCompanyDb(context, id.data), filter);
    },
  );
}

function readFilter(schema: z.ZodMiniType<AuditFilter>, request: FastifyRequest): AuditFilter {
  const read = schema.safeParse(request.query);
  if (read.success) return read.data;
  throw invalid(z.flattenError(read.error).fieldErrors);
}

function sendCsv(reply: FastifyReply, db: Db, filter: AuditFilter): FastifyReply {
  return reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", 'attachment; filename="audit-log.csv"')
    .header("cache-control", "no-store")
    .send(Readable.from(lines(db, filter)));
}

async function* lines(db: Db, filter: AuditFilter): AsyncGenerator<string> {
  yield csvHeading(COLUMNS);
  for await (const entry of walkAuditLog(db, filter)) {
    const { createdAt, companyName, actorUsername, action, subject, details, ip } = entry;
    yield csvLine([
      createdAt,
      companyName,
      actorUsername,
      action,
      subject,
      JSON.stringify(details),
      ip,
    ]);
  }
}
