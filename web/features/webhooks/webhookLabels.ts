import type { DeliveryState, Webhook, WebhookKind } from "#contract/webhooks.ts";
import type { BadgeTone } from "#web/ui/Badge.tsx";

/** What an endpoint is, and where its address comes from. */
export const KIND_LABELS: Readonly<Record<WebhookKind, { label: string; help: string }>> = {
  webhook: {
    label: "Webhook",
    help: "Events are sent to this address as signed JSON.",
  },
  slack: {
    label: "Slack",
    help: "In Slack: Apps, Incoming Webhooks, Add to Slack. Choose a channel, and copy the webhook URL.",
  },
  discord: {
    label: "Discord",
    help: "In Discord: Edit Channel, Integrations, Webhooks, New Webhook, Copy Webhook URL.",
  },
  teams: {
    label: "Microsoft Teams",
    help: 'In Teams: the menu of the channel, Workflows, "Post to a channel when a webhook request is received". Copy the URL at the end.',
  },
  mattermost: {
    label: "Mattermost",
    help: "In Mattermost: Integrations, Incoming Webhooks, Add Incoming Webhook. Copy the URL.",
  },
  google_chat: {
    label: "Google Chat",
    help: "In Google Chat: the menu of the space, Apps & integrations, Webhooks, Add webhook. Copy the link.",
  },
};

/** Why an endpoint is off, and what an admin can do about it. */
export const OFF_LABELS: Readonly<Record<NonNullable<Webhook["offReason"]>, string>> = {
  admin: "An admin turned it off.",
  gone: "Turned off, because it answered that it is gone for good (410).",
  failing: "Turned off, because it accepted nothing for five days.",
  full: "Turned off, because more than 100,000 events waited for it.",
  restored: "Off since the company was restored from a backup. Enter the address again.",
};

export const STATE_LABELS: Readonly<Record<DeliveryState, { label: string; tone: BadgeTone }>> = {
  waiting: { label: "Waiting", tone: "amber" },
  sending: { label: "Sending", tone: "blue" },
  sent: { label: "Delivered", tone: "green" },
  failed: { label: "Failed", tone: "danger" },
};

/** Says what came back, such as '204 in 83 ms'. */
export function answerLabel({
  status,
  milliseconds,
  error,
}: Pick<NonNullable<Webhook["lastAnswer"]>, "status" | "milliseconds" | "error">): string {
  return status === null
    ? (error ?? "No answer")
    : `${String(status)} in ${String(milliseconds)} ms`;
}
