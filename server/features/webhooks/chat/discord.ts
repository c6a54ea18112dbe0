import type { ChatMessage } from "./chatMessage.ts";
import { cut, cutAndEscape } from "./chatMessage.ts";

/** The characters that Discord's Markdown gives a meaning. */
const escaped = (text: string) => text.replaceAll(/[\\*_~`|>#[\]()<-]/g, String.raw`\$&`);

/** The colour of the embed's edge, a number as Discord demands. */
const BLUE = 0x3b_5b_db;

/**
 * Returns the body for a webhook of Discord, as an embed. Limits are 256 characters for a title,
 * 4,096 for a description, 1,024 for a field and 6,000 for all of them.
 */
export function discordBody({ heading, title, url, text, facts }: ChatMessage): object {
  return {
    // Mentions in a text notify nobody.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        author: { name: cut(heading, 256) },
        title: cutAndEscape(title, 256, escaped),
        color: BLUE,
        ...(url !== null && { url }),
        ...(text !== "" && { description: cutAndEscape(text, 4_096, escaped) }),
        fields: facts.map(([name, value]) => ({
          name,
          value: cutAndEscape(value, 1_024, escaped),
          inline: true,
        })),
      },
    ],
  };
}
