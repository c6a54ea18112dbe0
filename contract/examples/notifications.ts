import type { notificationsApi } from "../notifications.ts";
import type { ExamplesOf } from "./example.ts";

export const notificationsExamples: ExamplesOf<typeof notificationsApi> = {
  listNotifications: {
    response: [
      {
        id: 5120,
        kind: "status_changed",
        feedbackId: 118,
        title: "Recurring tasks",
        reason: "voted",
        actorName: "Priya Raman",
        toStatus: "planned",
        closeReason: null,
        commentId: null,
        excerpt: "We start in June.",
        isRead: false,
        createdAt: "2026-05-06T09:30:00.000Z",
      },
    ],
  },
  countUnreadNotifications: { response: { count: 3 } },
  markNotificationsRead: { body: { ids: [5120] } },
};
