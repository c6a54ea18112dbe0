import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { BLOCKED_ACCOUNT, CONFIRM_EMAIL_FIRST } from "./errors.ts";
import { email, idParam, pageCursor, pageLimit, searchQuery, timestamp } from "./fields.ts";

/** Whether the signed-in user gets the company's changelog by mail. */
export const ChangelogSubscription = z.object({ isSubscribed: z.boolean() });

/** The body of POST /api/changelog/subscribers. */
export const NewChangelogSubscriber = z.object({ email });

/** Who gets the company's changelog by mail, as the company's admins see it. */
export const ChangelogSubscriber = z.object({
  id: z.number(),
  /** The account that has subscribed; null for a subscriber who has only given an address. */
  userId: z.nullable(z.number()),
  /** The account's name; null for an account without a name and for an address. */
  fullName: z.nullable(z.string()),
  email: z.string(),
  /** Whether a mail server has refused the address, so that no mails are sent to it. */
  isSuppressed: z.boolean(),
  createdAt: timestamp,
});
export type ChangelogSubscriber = z.output<typeof ChangelogSubscriber>;

/** The text of the file: RFC 4180, UTF-8 with a byte order mark. */
export const ChangelogSubscribersCsv = z.string();

/** The maximum total of the list of subscribers. More are listed but not counted. */
export const SUBSCRIBER_COUNT_LIMIT = 200_000;

export const changelogSubscribersApi = {
  read: endpoint({
    operationId: "readChangelogSubscription",
    method: "GET",
    path: "/api/changelog/subscription",
    summary: "Whether the signed-in user gets the company's changelog by mail.",
    response: ChangelogSubscription,
    status: 200,
    notFound: "No company ID found",
  }),
  subscribe: endpoint({
    operationId: "subscribeToChangelog",
    method: "PUT",
    path: "/api/changelog/subscription",
    summary: "Lets the signed-in user get the company's changelog by mail.",
    response: ChangelogSubscription,
    status: 200,
    withoutInvalidation: true,
    notFound: "No company ID found",
    errors: { 403: [CONFIRM_EMAIL_FIRST, BLOCKED_ACCOUNT] },
  }),
  unsubscribe: endpoint({
    operationId: "unsubscribeFromChangelog",
    method: "DELETE",
    path: "/api/changelog/subscription",
    summary: "Ends the signed-in user's subscription. Succeeds as well if there is none.",
    response: z.undefined(),
    status: 204,
    withoutInvalidation: true,
    notFound: "No company ID found",
  }),
  request: endpoint({
    operationId: "requestChangelogSubscription",
    method: "POST",
    path: "/api/changelog/subscribers",
    summary:
      "Mails a link to an address, which subscribes it to the company's changelog. The response is the same whether or not the address is known.",
    body: NewChangelogSubscriber,
    response: z.undefined(),
    status: 204,
    withoutInvalidation: true,
    notFound: "No company ID found",
  }),
  list: endpoint({
    operationId: "listChangelogSubscribers",
    method: "GET",
    path: "/api/changelog/subscribers",
    scope: "people:read",
    summary: "Who gets the company's changelog by mail, newest first.",
    query: z.object({ search: searchQuery, limit: pageLimit, cursor: pageCursor }),
    response: z.array(ChangelogSubscriber),
    status: 200,
    paged: true,
  }),
  download: endpoint({
    operationId: "downloadChangelogSubscribers",
    method: "GET",
    path: "/api/changelog/subscribers.csv",
    summary: "Who gets the company's changelog by mail, as a CSV file.",
    response: ChangelogSubscribersCsv,
    status: 200,
    download: "subscribers.csv",
    csv: true,
    errors: { 403: [CONFIRM_EMAIL_FIRST] },
  }),
  remove: endpoint({
    operationId: "removeChangelogSubscriber",
    method: "DELETE",
    path: "/api/changelog/subscribers/:id",
    summary: "Removes a subscriber, who then gets no further mails about the changelog.",
    params: z.object({ id: idParam }),
    response: z.undefined(),
    status: 204,
    withoutInvalidation: true,
    notFound: "Subscriber not found",
  }),
} as const;

const exampleSubscriber: ChangelogSubscriber = {
  id: 31,
  userId: 12,
  fullName: "Robin Reader",
  email: "robin@example.com",
  isSuppressed: false,
  createdAt: "2026-05-06T09:30:00.000Z",
};

export const changelogSubscribersExamples: ExamplesOf<typeof changelogSubscribersApi> = {
  readChangelogSubscription: { response: { isSubscribed: false } },
  subscribeToChangelog: { response: { isSubscribed: true } },
  unsubscribeFromChangelog: {},
  requestChangelogSubscription: { body: { email: "robin@example.com" } },
  listChangelogSubscribers: { query: { search: "robin" }, response: [exampleSubscriber] },
  downloadChangelogSubscribers: {
    response:
      '"Address","Name","Since (UTC)"\r\n"robin@example.com","Robin Reader","2026-05-06T09:30:00.000Z"\r\n',
  },
  removeChangelogSubscriber: { params: { id: 31 } },
};
