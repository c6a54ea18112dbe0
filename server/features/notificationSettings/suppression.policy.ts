import type { NotificationSettings, SuppressionReason } from "#contract/notificationSettings.ts";

/** Returns why and since when no mails are sent to an address; null if mails are sent. */
export function suppressionOf({
  suppressionReason: reason,
  suppressedSince: since,
}: {
  suppressionReason: SuppressionReason | null;
  suppressedSince: string | null;
}): NotificationSettings["suppression"] {
  return reason === null || since === null ? null : { reason, since };
}
