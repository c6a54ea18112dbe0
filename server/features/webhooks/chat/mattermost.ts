import type { ChatMessage } from "./chatMessage.ts";
import { cutAndEscape } from "./chatMessage.ts";

/**
 * Escapes a text for Mattermost's Markdown. A zero-width space after `@` prevents mentions, such as
 * of `@channel`. Mattermost also reads Slack's `<!channel>`, so `<` is escaped.
 */
const escaped = (text: string) =>
  text.replaceAll(/[\\*_~`|#[\]()!<>-]/g, String.raw`\$&`).replaceAll("@", "@\u200B");

/** Returns the body for an incoming webhook of Mattermost, as an attachment. */
export function mattermostBody({ heading, title, url, text, facts }: ChatMessage): object {
  return {
    attachments: [
      {
        fallback: escaped(`${heading}: ${title}`),
        color: "#3b5bdb",
        author_name: escaped(heading),
        title: cutAndEscape(title, 1_000, escaped),
        ...(url !== null && { title_link: url }),
        ...(text !== "" && { text: cutAndEscape(text, 4_000, escaped) }),
        fields: facts.map(([label, value]) => ({
          title: label,
          value: cutAndEscape(value, 1_000, escaped),
          short: true,
        })),
      },
    ],
  };
}
