import type { ChatMessage } from "./chatMessage.ts";
import { cut } from "./chatMessage.ts";

/**
 * Escapes a text for Slack's mrkdwn. Without `<`, no text can mention a channel or a person, or
 * disguise a link.
 */
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A text without markup. In `plain_text`, Slack neither formats nor mentions. */
const plain = (text: string, length: number) => ({
  type: "plain_text",
  text: cut(text, length),
  emoji: false,
});

/**
 * Returns the body for an incoming webhook of Slack, as blocks. Limits are those of Block Kit: 150
 * characters for a header, 3,000 for a section and 2,000 for a field.
 */
export function slackBody({ heading, title, url, text, facts }: ChatMessage): object {
  return {
    // Shown in notifications instead of the blocks.
    text: escaped(`${heading}: ${title}`),
    unfurl_links: false,
    blocks: [
      { type: "header", text: plain(title, 150) },
      { type: "context", elements: [plain(heading, 300)] },
      ...(text === "" ? [] : [{ type: "section", text: plain(text, 3_000) }]),
      ...(facts.length === 0
        ? []
        : [
            {
              type: "section",
              fields: facts.map(([label, value]) => plain(`${label}: ${value}`, 2_000)),
            },
          ]),
      ...(url === null
        ? []
        : [
            {
              type: "actions",
              elements: [{ type: "button", text: plain("Open", 75), url }],
            },
          ]),
    ],
  };
}
