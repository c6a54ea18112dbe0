import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idQuery, pageCursor, pageLimit, searchQuery, timestamp } from "./fields.ts";

/**
 * The states of a mail. `sending` is the state of a mail that a process has taken, `deferred` that
 * of one to be tried again.
 */
export const MAIL_STATES = [
  "sending",
  "deferred",
  "sent",
  "failed",
  "suppressed",
  "dropped",
] as const;

export const MailState = z.enum(MAIL_STATES, "Unknown state");
export type MailState = z.output<typeof MailState>;

/** Up to this number, mails are counted. */
export const DELIVERY_COUNT_LIMIT = 10_000;

/** One mail with notifications. */
export const MailDelivery = z.object({
  id: z.number(),
  companyId: z.number(),
  companyName: z.string(),
  recipient: z.object({ fullName: z.nullable(z.string()), username: z.string() }),
  /** The mail about one item, or a digest. */
  kind: z.enum(["immediate", "daily", "weekly"]),
  /** The item of an immediate mail; null for a digest, or after the item was deleted. */
  feedbackId: z.nullable(z.number()),
  /** The item's title as it is now. */
  title: z.nullable(z.string()),
  state: MailState,
  attempts: z.number(),
  /** The last answer of the mail server. */
  response: z.nullable(z.string()),
  createdAt: timestamp,
  /** When the mail was sent or given up. */
  finishedAt: z.nullable(timestamp),
});
export type MailDelivery = z.output<typeof MailDelivery>;

const filters = {
  /** A substring of the recipient's address or of the item's title. */
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

/** Filters of the mails of all companies. */
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
