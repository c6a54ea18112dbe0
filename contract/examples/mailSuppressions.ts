import type { mailSuppressionsApi } from "../mailSuppressions.ts";
import type { ExamplesOf } from "./example.ts";

export const mailSuppressionsExamples: ExamplesOf<typeof mailSuppressionsApi> = {
  listMailSuppressions: {
    response: [
      {
        userId: 12,
        fullName: "Robin Reader",
        username: "robin@example.com",
        companyId: 1,
        companyName: "Acme",
        reason: "bounced",
        detail: "550 5.1.1 No such user",
        createdAt: "2026-05-06T09:05:01.000Z",
      },
    ],
  },
  removeMailSuppression: { params: { userId: 12 } },
};
