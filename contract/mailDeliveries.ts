import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idQuery, pageCursor, pageLimit, searchQuery, timestamp } from "./fields.ts";

/**
 * The states of a mail. A `waiting` mail about a changelog entry is not tried yet. A `sending` mail is being sent by a process. A `deferred` mail waits for
 * its next attempt. A mail is `dropped` if its recipient can no longer see, or no longer wants to
 * receive, any of the updates in the mail.
 */
export const MAIL_STATES = [
  "waiting",
  "sending",
  "deferred",
  "sent",
  "failed",
  "suppressed",
  "dropped",
] as const;

export const MailState = z.enum(MAIL_STATES, "Unknown state");
export type MailState = z.output<typeof MailState>;

/** The maximum total of a list of mails. More mails are listed but not counted. */
export const DELIVERY_COUNT_LIMIT = 10_000;

/** A mail that notifies an account about one or more items. */
export const MailDelivery = z.object({
  id: z.number(),
  companyId: z.number(),
  companyName: z.string(),
  /**
   * The recipient. A company's list contains the complete e-mail address only if the recipient
   * belongs to the company, or has written an item or a comment or changed a status in the company.
   * Other addresses are shortened to their first character and `•••`.
   */
  recipient: z.object({ fullName: z.nullable(z.string()), username: z.string() }),
  /** `immediate` is a mail about one item, `entry` one about a changelog entry. Others are digests. */
  kind: z.enum(["immediate", "daily", "weekly", "entry"]),
  /** The item of an immediate mail; null for a digest, or after the item was deleted. */
  feedbackId: z.nullable(z.number()),
  /** The current title of the item or of the changelog entry; null for a digest. */
  title: z.nullable(z.string()),
  state: MailState,
  attempts: z.number(),
  /**
   * The mail server's last response, or why the mail was not sent; null if neither has been
   * recorded.
   */
  response: z.nullable(z.string()),
  createdAt: timestamp,
  /** When the mail got its final state; null while the mail is `sending` or `deferred`. */
  finishedAt: z.nullable(timestamp),
});
export type MailDelivery = z.output<typeof MailDelivery>;

const filters = {
  /**
   * A substring of the item's title or of the recipient's e-mail address. Masked addresses do not
   * match.
   */
  search: searchQuery,
  state: z.optional(
    z.union(
      [
        MailState,
        z.pipe(
          z.literal(""),
          z.transform(() => undefined),
        ),
      ],
      "Unknown state",
    ),
  ),
};
const page = { limit: pageLimit, cursor: pageCursor };

/** The filters of the installation's list, which contains the mails of all companies. */
export const SiteMailFilters = z.object({ ...filters, companyId: z.optional(idQuery) });

export const mailDeliveriesApi = {
  listOfCompany: endpoint({
    operationId: "listCompanyMailDeliveries",
    method: "GET",
    path: "/api/mail-deliveries",
    summary: "The company's mails with notifications of the last 30 days, newest first.",
    query: z.object({ ...filters, ...page }),
    response: z.array(MailDelivery),
    status: 200,
    paged: true,
  }),
  list: endpoint({
    operationId: "listMailDeliveries",
    method: "GET",
    path: "/api/admin/mail-deliveries",
    summary: "The mails with notifications of all companies of the last 30 days, newest first.",
    query: z.extend(SiteMailFilters, page),
    response: z.array(MailDelivery),
    status: 200,
    paged: true,
  }),
} as const;

const exampleDelivery: MailDelivery = {
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
    response: [exampleDelivery],
  },
  listMailDeliveries: { query: { companyId: "1" }, response: [exampleDelivery] },
};
