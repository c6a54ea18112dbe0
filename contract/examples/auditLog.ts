import type { AuditEntry, auditLogApi } from "../auditLog.ts";
import type { ExamplesOf } from "./example.ts";

const entry: AuditEntry = {
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

export const auditLogExamples: ExamplesOf<typeof auditLogApi> = {
  readAuditLog: {
    query: { action: "board", from: "2026-05-01", companyId: "1" },
    response: [entry],
  },
  readCompanyAuditLog: {
    params: { companyId: 1 },
    query: { search: "mobile" },
    response: [entry],
  },
};
