import type { ChatMessage } from "./chatMessage.ts";

/**
 * The characters that the Markdown of an Adaptive Card gives a meaning. A card mentions somebody only
 * if it has an entity for it, which these cards have not.
 */
const escaped = (text: string) => text.replaceAll(/[\\*_[\]()<`#>~+-]/g, String.raw`\$&`);

const textBlock = (text: string, more: object = {}) => ({
  type: "TextBlock",
  text: escaped(text),
  wrap: true,
  ...more,
});

/**
 * Returns the body for the workflow "Post to a channel when a webhook request is received" of
 * Microsoft Teams, as an Adaptive Card. A message can have 28 kB.
 */
export function teamsBody({ heading, title, url, text, facts }: ChatMessage): object {
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            textBlock(heading, { isSubtle: true, size: "Small" }),
            textBlock(title, { weight: "Bolder", size: "Medium", spacing: "None" }),
            ...(text === "" ? [] : [textBlock(text)]),
            ...(facts.length === 0
              ? []
              : [
                  {
                    type: "FactSet",
                    facts: facts.map(([label, value]) => ({
                      title: label,
                      value: escaped(value),
                    })),
                  },
                ]),
          ],
          ...(url !== null && { actions: [{ type: "Action.OpenUrl", title: "Open", url }] }),
        },
      },
    ],
  };
}
