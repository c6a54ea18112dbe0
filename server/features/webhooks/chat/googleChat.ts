import type { ChatMessage } from "./chatMessage.ts";

/** Escapes a text for the HTML subset of cards. Mentions exist only in `text`, which is not sent. */
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const paragraph = (text: string) => ({ textParagraph: { text: escaped(text) } });

/** Returns the body for an incoming webhook of Google Chat, as a card. A message can have 32 kB. */
export function googleChatBody({ heading, title, url, text, facts }: ChatMessage): object {
  const widgets = [
    ...(text === "" ? [] : [paragraph(text)]),
    ...facts.map(([topLabel, value]) => ({
      decoratedText: { topLabel, text: escaped(value), wrapText: true },
    })),
    ...(url === null
      ? []
      : [{ buttonList: { buttons: [{ text: "Open", onClick: { openLink: { url } } }] } }]),
  ];
  return {
    fallbackText: `${heading}: ${title}`.replaceAll("<", "‹"),
    cardsV2: [
      {
        cardId: "event",
        card: {
          // The header shows its texts as they are.
          header: { title, subtitle: heading },
          // A section without widgets is refused.
          ...(widgets.length > 0 && { sections: [{ widgets }] }),
        },
      },
    ],
  };
}
