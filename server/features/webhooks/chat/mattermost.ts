import type { ChatMessage } from "./chatMessage.ts";
import { cut } from "./chatMessage.ts";

/**
 * Escapes a text for Mattermost's Markdown. A zero-width space after `@` prevents mentions, such as
 * of `@channel`. Mattermost also reads Slack's `<!channel>`, so `<` is escaped.
 */
const escaped = (text: string) =>
  text
    .replaceAll(/[\\*_~`|#[\]()!<>-]/g, String.raw`\$&`)
    .replaceAll("@", "@\u200B");

/** Returns the body for an incoming webhook of Mattermost, as an attachment. */
export function mattermostBody({ heading, title, url, text, facts }: ChatMessage): object {
  return {
    attachments: [
      {
        fallback: escaped(`${heading}: ${title}`),
        color: "#3b5bdb",
        author_name: escaped(heading),
        title: cut(escaped(title), 1_000),
        ...(url !== null && { title_link: url }),
        ...(text !== "" && { text: cut(escaped(text), 4_000) }),
        fields: facts.map(([label, value]) => ({
          title: label,
          value: cut(escaped(value), 1_000),
          short: true,
        })),
      },
    ],
  };
}
