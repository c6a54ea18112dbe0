import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idParam, idQuery, pageCursor, pageLimit, timestamp } from "./fields.ts";

/** An account to whose address no notification mails are sent. */
export const MailSuppression = z.object({
  userId: z.number(),
  fullName: z.nullable(z.string()),
  username: z.string(),
  companyId: z.nullable(z.number()),
  companyName: z.nullable(z.string()),
  /** `refused`: a mail server permanently refused the address. `bounced`: a mail was returned. */
  reason: z.enum(["refused", "bounced"]),
  /** The mail server's response that caused the suppression. */
  detail: z.string(),
  createdAt: timestamp,
});
export type MailSuppression = z.output<typeof MailSuppression>;

export const mailSuppressionsApi = {
  list: endpoint({
    operationId: "listMailSuppressions",
    method: "GET",
    path: "/api/mail-suppressions",
    summary:
      "The company's accounts whose addresses get no mails, newest first. For super admins on the product's own host: all accounts.",
    query: z.object({ companyId: z.optional(idQuery), limit: pageLimit, cursor: pageCursor }),
    response: z.array(MailSuppression),
    status: 200,
    paged: true,
  }),
  remove: endpoint({
    operationId: "removeMailSuppression",
    method: "DELETE",
    path: "/api/mail-suppressions/:userId",
    summary: "Lets an account's address get mails again.",
    params: z.object({ userId: idParam }),
    response: z.undefined(),
    status: 204,
    withoutInvalidation: true,
    notFound: "This address is not suppressed",
  }),
} as const;

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
