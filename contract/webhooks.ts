import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { CONFIRM_EMAIL_FIRST } from "./errors.ts";
import { idBody, idParam, line, pageCursor, pageLimit, timestamp } from "./fields.ts";
import { DEFAULT_QUOTAS, quotaMessage } from "./quotas.ts";
import { WEBHOOK_EVENTS } from "./webhookEvents.ts";

export const WEBHOOK_KINDS = [
  "webhook",
  "slack",
  "discord",
  "teams",
  "mattermost",
  "google_chat",
] as const;
export const WebhookKind = z.enum(WEBHOOK_KINDS, "Unknown kind");
export type WebhookKind = z.output<typeof WebhookKind>;

/**
 * Why an endpoint is off: an admin turned it off, it answered 410, it accepted nothing for five days,
 * too much waited for it, or it was restored from a backup, which contains no secrets.
 */
const OffReason = z.enum(["admin", "gone", "failing", "full", "restored"]);

export const DELIVERY_STATES = ["waiting", "sending", "sent", "failed"] as const;
export const DeliveryState = z.enum(DELIVERY_STATES, "Unknown state");
export type DeliveryState = z.output<typeof DeliveryState>;

/** One attempt to deliver an event. */
export const WebhookAnswer = z.object({
  at: timestamp,
  /** The status of the answer; null without an answer. */
  status: z.nullable(z.number()),
  milliseconds: z.number(),
  /** The beginning of the answer's body. */
  body: z.string(),
  /** Why there was no answer; null if there was one. */
  error: z.nullable(z.string()),
});
export type WebhookAnswer = z.output<typeof WebhookAnswer>;

/** Maximum number of answers of a delivery that are kept, the last ones. */
export const KEPT_ANSWERS = 12;

/** An endpoint that gets events of the company, as its admins see it. */
export const Webhook = z.object({
  id: z.number(),
  kind: WebhookKind,
  name: z.string(),
  /** The address. The address of a chat is a secret, of which only the beginning is shown. */
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** The boards whose items' events are sent; null for all boards. */
  boardIds: z.nullable(z.array(z.number())),
  /** Whether events about private boards are sent too. */
  includesPrivate: z.boolean(),
  isOn: z.boolean(),
  /** Null while the endpoint is on. */
  offReason: z.nullable(OffReason),
  /** Since when no delivery was accepted; null if the last one was. */
  failingSince: z.nullable(timestamp),
  /** Until when the secret before the last rotation signs too; null if only the last one signs. */
  previousSecretUntil: z.nullable(timestamp),
  /** The last attempt; null if there was none in the last 30 days. */
  lastAnswer: z.nullable(z.omit(WebhookAnswer, { body: true })),
  /** The number of deliveries that are not finished, up to 1,000. */
  unfinished: z.number(),
  createdAt: timestamp,
});
export type Webhook = z.output<typeof Webhook>;

/** An endpoint after a change. `secret` is null unless a secret was made, and cannot be read again. */
export const SavedWebhook = z.extend(Webhook, { secret: z.nullable(z.string()) });
export type SavedWebhook = z.output<typeof SavedWebhook>;

const events = z.array(z.enum(WEBHOOK_EVENTS, "Unknown event"), "Choose at least one event").check(
  z.minLength(1, "Choose at least one event"),
  z.maxLength(WEBHOOK_EVENTS.length, "Choose each event once"),
  z.overwrite((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event))),
);

/** The maximum number of boards that an endpoint can name. */
const MOST_BOARDS = 200;

const boardIds = z.nullable(
  z.array(idBody).check(
    z.minLength(1, "Choose at least one board"),
    z.maxLength(MOST_BOARDS, `Choose at most ${String(MOST_BOARDS)} boards`),
    z.overwrite((ids) => [...new Set(ids)]),
  ),
);

/** The message of the 400 for an address that is no URL. */
export const NO_ADDRESS = "Enter an address that begins with https://";

const url = z
  .string(NO_ADDRESS)
  .check(
    z.trim(),
    z.maxLength(2000, "The address must be at most 2000 characters"),
    z.regex(/^https?:\/\/[^\s\\/][^\s\\]*$/i, { error: NO_ADDRESS, abort: true }),
    z.url({ protocol: /^https?$/, error: NO_ADDRESS }),
  );

const fields = {
  name: line("Name", 1, 80),
  url,
  events,
  boardIds,
  includesPrivate: z.boolean("includesPrivate must be true or false"),
};

/** The body of POST /api/webhooks. */
export const NewWebhook = z.object({
  kind: z._default(WebhookKind, "webhook"),
  ...fields,
  boardIds: z._default(boardIds, null),
  includesPrivate: z._default(fields.includesPrivate, false),
});

/** The body of PATCH /api/webhooks/{id}. The kind does not change. */
export const WebhookChanges = z
  .partial(z.object({ ...fields, isOn: z.boolean("isOn must be true or false") }))
  .check(
    z.refine(
      (changes) => Object.values(changes).some((value) => value !== undefined),
      "Nothing to change",
    ),
  );

/** A delivery of an event to an endpoint. */
export const WebhookDelivery = z.object({
  id: z.number(),
  /** The id that the receiver gets, the same in all attempts. */
  eventId: z.string(),
  /** The event, or `test`. */
  type: z.string(),
  state: DeliveryState,
  attempts: z.number(),
  /** When the next attempt is due; null for a finished delivery. */
  nextAttemptAt: z.nullable(timestamp),
  createdAt: timestamp,
  lastAnswer: z.nullable(z.omit(WebhookAnswer, { body: true })),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

/** A delivery with what was sent and answered. */
export const WebhookDeliveryDetail = z.extend(WebhookDelivery, {
  /** The body as it was sent. */
  body: z.string(),
  /** The last attempts, oldest first. */
  answers: z.array(WebhookAnswer),
});
export type WebhookDeliveryDetail = z.output<typeof WebhookDeliveryDetail>;

/** The maximum total of a list of deliveries. */
export const WEBHOOK_DELIVERY_COUNT_LIMIT = 10_000;

const emptyIsAbsent = z.pipe(
  z.literal(""),
  z.transform(() => undefined),
);

/** Which deliveries of an endpoint are listed. */
export const DeliveryFilters = z.object({
  state: z.optional(z.union([DeliveryState, emptyIsAbsent], "Unknown state")),
  type: z.optional(z.union([z.enum([...WEBHOOK_EVENTS, "test"]), emptyIsAbsent], "Unknown event")),
});

/** The body of POST /api/webhooks/{id}/send-since. */
export const SendSince = z.object({
  /** Deliveries of events since this moment are sent again. */
  since: z.iso.datetime("since must be a time in UTC"),
  /** Whether only those are sent again that were never accepted. */
  onlyFailed: z._default(z.boolean("onlyFailed must be true or false"), true),
  /** Whether they are only counted. */
  countOnly: z._default(z.boolean("countOnly must be true or false"), false),
});

/** The number of deliveries that are sent again, or would be. */
export const SentAgain = z.object({ count: z.number() });

/** A new secret, which cannot be read again, and until when the former one signs too. */
export const RotatedSecret = z.object({
  secret: z.string(),
  previousSecretUntil: z.nullable(timestamp),
});

/** The message of the 409 for a delivery to an endpoint that is off. */
export const WEBHOOK_IS_OFF = "This endpoint is off. Turn it on first";

/** The message of the 403 for an API key that does not see what the endpoint would get. */
export const NEEDS_PRIVATE_READ =
  "An API key needs the scope private:read for private boards and for posts that wait for approval";

/** The message of the 409 for a chat, whose messages are not signed. */
export const CHAT_HAS_NO_SECRET = "Messages to a chat are not signed";

const params = z.object({ id: idParam });
const notFound = "Webhook not found";
const deliveryParams = z.object({ id: idParam, deliveryId: idParam });
const deliveryNotFound = "Delivery not found";

export const webhooksApi = {
  list: endpoint({
    operationId: "listWebhooks",
    scope: "company:write",
    method: "GET",
    path: "/api/webhooks",
    summary: "The endpoints of the company, oldest first.",
    response: z.array(Webhook),
    status: 200,
  }),
  create: endpoint({
    operationId: "createWebhook",
    scope: "company:write",
    method: "POST",
    path: "/api/webhooks",
    summary:
      "Adds an endpoint. Only this response contains the secret of its signatures; it is null for a chat.",
    body: NewWebhook,
    response: SavedWebhook,
    status: 201,
    errors: {
      403: [CONFIRM_EMAIL_FIRST, NEEDS_PRIVATE_READ],
      409: [quotaMessage("webhooks", DEFAULT_QUOTAS.webhooks)],
    },
    withoutInvalidation: true,
  }),
  update: endpoint({
    operationId: "changeWebhook",
    scope: "company:write",
    method: "PATCH",
    path: "/api/webhooks/:id",
    summary:
      "Changes an endpoint, or turns it on or off. The response contains a secret only if the endpoint had none.",
    params,
    body: WebhookChanges,
    response: SavedWebhook,
    status: 200,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST, NEEDS_PRIVATE_READ] },
    withoutInvalidation: true,
  }),
  remove: endpoint({
    operationId: "removeWebhook",
    scope: "company:write",
    method: "DELETE",
    path: "/api/webhooks/:id",
    summary: "Deletes an endpoint with its log.",
    params,
    response: z.undefined(),
    status: 204,
    notFound,
    withoutInvalidation: true,
  }),
  rotate: endpoint({
    operationId: "rotateWebhookSecret",
    scope: "company:write",
    method: "POST",
    path: "/api/webhooks/:id/secret",
    summary: "Makes a new secret. For another day, the former secret signs too.",
    params,
    response: RotatedSecret,
    status: 200,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [CHAT_HAS_NO_SECRET] },
    withoutInvalidation: true,
  }),
  test: endpoint({
    operationId: "testWebhook",
    scope: "company:write",
    method: "POST",
    path: "/api/webhooks/:id/test",
    summary: "Sends a test event to an endpoint.",
    params,
    response: WebhookDelivery,
    status: 201,
    notFound,
    errors: { 409: [WEBHOOK_IS_OFF] },
    withoutInvalidation: true,
  }),
  deliveries: endpoint({
    operationId: "listWebhookDeliveries",
    scope: "company:write",
    method: "GET",
    path: "/api/webhooks/:id/deliveries",
    summary: "What was sent to an endpoint in the last 30 days, newest first.",
    params,
    query: z.extend(DeliveryFilters, { limit: pageLimit, cursor: pageCursor }),
    response: z.array(WebhookDelivery),
    status: 200,
    paged: true,
    notFound,
  }),
  delivery: endpoint({
    operationId: "readWebhookDelivery",
    scope: "company:write",
    method: "GET",
    path: "/api/webhooks/:id/deliveries/:deliveryId",
    summary: "One delivery, with what was sent and answered.",
    params: deliveryParams,
    response: WebhookDeliveryDetail,
    status: 200,
    notFound: deliveryNotFound,
  }),
  send: endpoint({
    operationId: "sendWebhookAgain",
    scope: "company:write",
    method: "POST",
    path: "/api/webhooks/:id/deliveries/:deliveryId/send",
    summary: "Sends a delivery again, with the same `webhook-id`.",
    params: deliveryParams,
    response: WebhookDelivery,
    status: 200,
    notFound: deliveryNotFound,
    errors: { 409: [WEBHOOK_IS_OFF] },
    withoutInvalidation: true,
  }),
  sendSince: endpoint({
    operationId: "sendWebhooksSince",
    scope: "company:write",
    method: "POST",
    path: "/api/webhooks/:id/send-since",
    summary: "Sends all deliveries since a moment again, or only counts them.",
    params,
    body: SendSince,
    response: SentAgain,
    status: 200,
    notFound,
    errors: { 409: [WEBHOOK_IS_OFF] },
    withoutInvalidation: true,
  }),
} as const;
