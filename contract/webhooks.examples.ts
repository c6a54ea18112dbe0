import { exampleAuthorForVisitors } from "./users.ts";
import { exampleEntry } from "./changelog.examples.ts";
import { exampleComment } from "./comments.ts";
import type { ExamplesOf } from "./endpoint.ts";
import { exampleDetail } from "./feedback.examples.ts";
import type { EventFeedback, WebhookEvent, WebhookEventType } from "./webhookEvents.ts";
import type { Webhook, WebhookDelivery, webhooksApi } from "./webhooks.ts";

const exampleAnswer = {
  at: "2026-05-05T14:20:01.000Z",
  status: 204,
  milliseconds: 83,
  error: null,
};

const exampleWebhook: Webhook = {
  id: 5,
  kind: "webhook",
  name: "Data warehouse",
  url: "https://hooks.acme.example/hearback",
  events: ["feedback.created", "feedback.status_changed"],
  boardIds: null,
  includesPrivate: false,
  isOn: true,
  offReason: null,
  failingSince: null,
  previousSecretUntil: null,
  lastAnswer: exampleAnswer,
  unfinished: 0,
  createdAt: "2026-05-04T09:00:00.000Z",
};

const exampleDelivery: WebhookDelivery = {
  id: 77,
  eventId: "msg_4f0cde31b7a54f0f8f4c0a7f0d1b9a52",
  type: "feedback.created",
  state: "sent",
  attempts: 1,
  nextAttemptAt: null,
  createdAt: "2026-05-05T14:20:00.000Z",
  lastAnswer: exampleAnswer,
};

const waiting = {
  state: "waiting",
  attempts: 0,
  nextAttemptAt: "2026-05-05T15:00:00.000Z",
} as const;
const exampleSecret = "whsec_VGhpcyBpcyBubyByZWFsIHNlY3JldCwgbWFrZSBvbmU=";

const feedback: EventFeedback = {
  ...exampleDetail,
  url: "https://acme.example.com/feedback/118",
};
const comment = {
  ...exampleComment,
  user: exampleAuthorForVisitors,
  editableUntil: null,
  url: "https://acme.example.com/feedback/118#comment-904",
};
const target: EventFeedback = {
  ...feedback,
  id: 97,
  title: "A dark theme",
  url: "https://acme.example.com/feedback/97",
};

/** The data of each event. */
const EXAMPLE_DATA: { [Type in WebhookEventType]: Extract<WebhookEvent, { type: Type }>["data"] } =
  {
    "feedback.created": { feedback },
    "feedback.updated": { feedback, changedFields: ["title"] },
    "feedback.status_changed": {
      feedback: { ...feedback, status: "planned" },
      previousStatus: "new",
      status: "planned",
      note: "We start in June.",
      noteFormat: "plain",
    },
    "feedback.merged": {
      feedback: { ...feedback, state: "merged", mergedIntoId: target.id },
      target,
    },
    "feedback.unmerged": { feedback, target },
    "feedback.closed": {
      feedback: {
        ...feedback,
        state: "closed",
        closedAt: "2026-05-06T08:00:00.000Z",
        closeReason: "already_possible",
      },
    },
    "feedback.reopened": { feedback },
    "feedback.deleted": {
      feedback: {
        id: feedback.id,
        title: feedback.title,
        boardId: feedback.boardId,
        votes: feedback.votes,
        commentsCount: feedback.commentsCount,
      },
    },
    "vote.created": { feedback },
    "comment.created": { comment, feedback },
    "comment.updated": { comment, feedback },
    "comment.deleted": { comment: { id: comment.id, feedbackId: feedback.id }, feedback },
    "changelog.published": {
      entry: {
        ...exampleEntry,
        editing: null,
        url: "https://acme.example.com/changelog/dark-mode",
      },
    },
    "moderation.pending": {
      post: {
        kind: "feedback",
        feedbackId: 119,
        commentId: null,
        boardId: feedback.boardId,
        title: "Sign in with a passkey",
        content: "Then nobody needs a password.",
        contentFormat: "plain",
        createdAt: "2026-05-05T14:20:00.000Z",
        url: "https://acme.example.com/company/moderation",
      },
    },
  };

/** Returns an example of the body of an event. */
export const exampleEvent = (type: WebhookEventType) => ({
  type,
  timestamp: "2026-05-05T14:20:00.000Z",
  data: EXAMPLE_DATA[type],
});

const params = { id: exampleWebhook.id };
const deliveryParams = { ...params, deliveryId: exampleDelivery.id };
const { name, url, events } = exampleWebhook;

export const webhooksExamples: ExamplesOf<typeof webhooksApi> = {
  listWebhooks: { response: [exampleWebhook] },
  createWebhook: {
    body: { kind: "webhook", name, url, events },
    response: { ...exampleWebhook, lastAnswer: null, secret: exampleSecret },
  },
  changeWebhook: {
    params,
    body: { isOn: false },
    response: { ...exampleWebhook, isOn: false, offReason: "admin", secret: null },
  },
  removeWebhook: { params },
  rotateWebhookSecret: {
    params,
    response: { secret: exampleSecret, previousSecretUntil: "2026-05-06T14:20:00.000Z" },
  },
  testWebhook: {
    params,
    response: { ...exampleDelivery, type: "test", ...waiting, lastAnswer: null },
  },
  listWebhookDeliveries: {
    params,
    query: { state: "sent", limit: "10" },
    response: [exampleDelivery],
  },
  readWebhookDelivery: {
    params: deliveryParams,
    response: {
      ...exampleDelivery,
      body: JSON.stringify({ type: "feedback.created", timestamp: "2026-05-05T14:20:00.000Z" }),
      answers: [{ ...exampleAnswer, body: "" }],
    },
  },
  sendWebhookAgain: { params: deliveryParams, response: { ...exampleDelivery, ...waiting } },
  sendWebhooksSince: {
    params,
    body: { since: "2026-05-05T00:00:00.000Z", onlyFailed: true, countOnly: true },
    response: { count: 12 },
  },
};
