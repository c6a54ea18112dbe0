import type { statusNotificationsApi } from "../statusNotifications.ts";
import type { ExamplesOf } from "./example.ts";

const params = { id: 118 };

export const statusNotificationsExamples: ExamplesOf<typeof statusNotificationsApi> = {
  countAudience: { params, response: { total: 1204, byEmail: 1120, isCapped: false } },
  listNotifiedChanges: {
    params,
    response: [{ id: 61, isSilent: false, isPending: false, total: 1204, isCapped: false }],
  },
  countNotified: {
    params: { ...params, changeId: 61 },
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
