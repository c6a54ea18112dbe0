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

const CSV =
  "Time (UTC),Company,Who,Action,Subject,Details,IP address\r\n2026-05-06T09:30:00.000Z,Acme,alex@acme.example,board.create,Mobile app,{},192.0.2.44\r\n";

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
  downloadAuditLog: { query: { from: "2026-05-01" }, response: CSV },
  downloadCompanyAuditLog: {
    params: { companyId: 1 },
    query: { action: "board" },
    response: CSV,
  },
};
