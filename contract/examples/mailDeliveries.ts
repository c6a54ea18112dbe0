import type { MailDelivery, mailDeliveriesApi } from "../mailDeliveries.ts";
import type { ExamplesOf } from "./example.ts";

const delivery: MailDelivery = {
  id: 4711,
  companyId: 1,
  companyName: "Acme",
  recipient: { fullName: "Robin Reader", username: "robin@example.com" },
  kind: "immediate",
  feedbackId: 118,
  title: "Dark mode",
  state: "sent",
  attempts: 1,
  response: "250 2.0.0 OK",
  createdAt: "2026-05-06T09:05:00.000Z",
  finishedAt: "2026-05-06T09:05:01.000Z",
};

export const mailDeliveriesExamples: ExamplesOf<typeof mailDeliveriesApi> = {
  listCompanyMailDeliveries: {
    query: { state: "sent", search: "robin" },
    response: [delivery],
  },
  listMailDeliveries: { query: { companyId: "1" }, response: [delivery] },
};
