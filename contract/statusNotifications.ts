import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idParam } from "./fields.ts";

/** The maximum number of notified people that is counted for a change of status. */
export const AUDIENCE_COUNT_LIMIT = 10_000;

/** The people whom a change of the item's status would notify now, without the signed-in admin. */
export const Audience = z.object({
  total: z.number(),
  /** Number of people who also get a mail, at once or in a digest. */
  byEmail: z.number(),
  /** Whether there are more people than `AUDIENCE_COUNT_LIMIT`. */
  isCapped: z.boolean(),
});
export type Audience = z.output<typeof Audience>;

/** A change of status, and how many people the change has notified. */
export const NotifiedChange = z.object({
  /** Id of the change in the item's history. */
  id: z.number(),
  /** Whether the admin chose that nobody is notified. */
  isSilent: z.boolean(),
  /** Whether people are still being notified. */
  isPending: z.boolean(),
  /** Number of people notified, counted up to `AUDIENCE_COUNT_LIMIT`. */
  total: z.number(),
  isCapped: z.boolean(),
});
export type NotifiedChange = z.output<typeof NotifiedChange>;

/** Numbers of people whom a change of status notified, by the state of their mail. */
export const NotifiedOutcomes = z.object({
  mailed: z.number(),
  /**
   * People whose mail waits, because more activities of the item can follow shortly or because an
   * attempt failed.
   */
  waiting: z.number(),
  /** People whose notification waits for the next daily or weekly mail. */
  digest: z.number(),
  /**
   * People who were notified only in the portal, because their mails are turned off or their e-mail
   * addresses are unconfirmed.
   */
  off: z.number(),
  suppressed: z.number(),
  failed: z.number(),
  /**
   * People who got no mail. When the mail was composed, these people were no longer allowed to be
   * notified, or no longer wanted to be notified.
   */
  dropped: z.number(),
});
export type NotifiedOutcomes = z.output<typeof NotifiedOutcomes>;

const feedbackId = z.object({ id: idParam });
const notFound = "Feedback item not found";

export const statusNotificationsApi = {
  audience: endpoint({
    operationId: "countAudience",
    method: "GET",
    path: "/api/feedback/:id/audience",
    summary: "How many people a change of the item's status would notify now.",
    params: feedbackId,
    response: Audience,
    status: 200,
    notFound,
  }),
  changes: endpoint({
    operationId: "listNotifiedChanges",
    method: "GET",
    path: "/api/feedback/:id/notified",
    summary:
      "How many people the item's newest 100 changes of status notified. Changes from before notifications, and those of which the notifications are deleted after 90 days, are missing.",
    params: feedbackId,
    response: z.array(NotifiedChange),
    status: 200,
    notFound,
  }),
  outcomes: endpoint({
    operationId: "countNotified",
    method: "GET",
    path: "/api/feedback/:id/history/:changeId/notified",
    summary: "What became of the notifications of one change of status.",
    params: z.object({ id: idParam, changeId: idParam }),
    response: NotifiedOutcomes,
    status: 200,
    notFound: "Status change not found",
  }),
} as const;

const exampleParams = { id: 118 };

export const statusNotificationsExamples: ExamplesOf<typeof statusNotificationsApi> = {
  countAudience: {
    params: exampleParams,
    response: { total: 1204, byEmail: 1120, isCapped: false },
  },
  listNotifiedChanges: {
    params: exampleParams,
    response: [{ id: 61, isSilent: false, isPending: false, total: 1204, isCapped: false }],
  },
  countNotified: {
    params: { ...exampleParams, changeId: 61 },
    response: {
      mailed: 903,
      waiting: 12,
      digest: 198,
      off: 84,
      suppressed: 5,
      failed: 1,
      dropped: 1,
    },
  },
};
