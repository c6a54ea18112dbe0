import type { MailDelivery, MailState } from "#contract/mailDeliveries.ts";
import type { MailSuppression } from "#contract/mailSuppressions.ts";
import type { BadgeTone } from "#web/ui/Badge.tsx";

/** The label and the colour of each state of a mail. */
export const STATE_LABELS: Readonly<Record<MailState, { label: string; tone: BadgeTone }>> = {
  sending: { label: "Being sent", tone: "blue" },
  deferred: { label: "Waiting to try again", tone: "amber" },
  sent: { label: "Sent", tone: "green" },
  failed: { label: "Failed", tone: "danger" },
  suppressed: { label: "Suppressed", tone: "danger" },
  dropped: { label: "No longer allowed", tone: "neutral" },
};

/** Returns the title of the mail's item, 'Deleted feedback', or the name of the digest. */
export function subjectLabel({ kind, title }: Pick<MailDelivery, "kind" | "title">): string {
  if (kind === "daily") return "Daily digest";
  if (kind === "weekly") return "Weekly digest";
  return title ?? "Deleted feedback";
}

/** The labels of the reasons why an e-mail address is suppressed. */
export const REASON_LABELS: Readonly<Record<MailSuppression["reason"], string>> = {
  refused: "The mail server refused the address",
  bounced: "A mail came back",
};
