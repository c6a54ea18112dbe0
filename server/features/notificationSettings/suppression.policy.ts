import type { NotificationSettings, SuppressionReason } from "#contract/notificationSettings.ts";

/** Returns why and since when an address is suppressed; null if mails are sent to the address. */
export function suppressionOf({
  suppressionReason: reason,
  suppressedSince: since,
}: {
  suppressionReason: SuppressionReason | null;
  suppressedSince: string | null;
}): NotificationSettings["suppression"] {
  return reason === null || since === null ? null : { reason, since };
}
