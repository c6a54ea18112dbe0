import type { WebhookEvent } from "#contract/webhookEvents.ts";
import type { WebhookKind } from "#contract/webhooks.ts";
import type { ChatMessage } from "./chatMessage.ts";
import { chatMessageOf, shortened } from "./chatMessage.ts";
import { discordBody } from "./discord.ts";
import { googleChatBody } from "./googleChat.ts";
import { mattermostBody } from "./mattermost.ts";
import { slackBody } from "./slack.ts";
import { teamsBody } from "./teams.ts";

/** The forms of the chats. */
const FORMS: Readonly<Record<Exclude<WebhookKind, "webhook">, (message: ChatMessage) => object>> = {
  slack: slackBody,
  discord: discordBody,
  teams: teamsBody,
  mattermost: mattermostBody,
  google_chat: googleChatBody,
};

/** Returns the body of an event as an endpoint of this kind gets it. */
export function bodyOf(kind: WebhookKind, event: WebhookEvent): string {
  if (kind === "webhook") return JSON.stringify(event);
  return JSON.stringify(FORMS[kind](shortened(chatMessageOf(event.type, event.data))));
}

/** Returns the body of a test. */
export function testBodyOf(
  kind: WebhookKind,
  { origin, timestamp }: { origin: string; timestamp: string },
): string {
  const message = "This is a test from your feedback portal";
  if (kind === "webhook") return JSON.stringify({ type: "test", timestamp, data: { message } });
  const test = {
    heading: "Test",
    title: message,
    url: `${origin}/company/api`,
    text: "",
    facts: [],
  };
  return JSON.stringify(FORMS[kind](test));
}
