import { CLOSE_REASON_LABELS, FEEDBACK_STATUS_LABELS } from "#contract/feedbackLabels.ts";
import { writtenText } from "#contract/markdown/writtenText.ts";
import type { EventData, EventFeedback, WebhookEventType } from "#contract/webhookEvents.ts";
import { EVENT_LABELS } from "#contract/webhookEvents.ts";

/** A message to a chat, before it has the form that the chat demands. */
export interface ChatMessage {
  /** What happened. */
  readonly heading: string;
  /** The title of what it happened to. */
  readonly title: string;
  /** The page of it; null if it was deleted. */
  readonly url: string | null;
  /** A longer text, without Markdown; empty if there is none. */
  readonly text: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
}

/** The longest text of a message, so that a channel stays readable. */
const TEXT_LENGTH = 500;

/** What a chat shows of an event, except its heading if that is the label of the event. */
type Shown = Omit<ChatMessage, "heading"> & Partial<Pick<ChatMessage, "heading">>;

const aboutMerge = ({ feedback, target }: EventData<"feedback.merged">): Shown => ({
  ...aboutItem({ feedback }),
  facts: target ? [["Into", target.title]] : [],
});

const aboutComment = ({ comment, feedback }: EventData<"comment.created">): Shown => ({
  title: feedback.title,
  url: comment.url,
  text: plain(comment.content),
  facts: [["By", comment.user?.fullName ?? "Somebody"]],
});

const SHOWN: { [Type in WebhookEventType]: (data: EventData<Type>) => Shown } = {
  "feedback.created": ({ feedback }) => ({
    ...aboutItem({ feedback }),
    text: feedback.excerpt ?? feedback.description,
    facts: [["By", feedback.author?.fullName ?? "A visitor"]],
  }),
  "feedback.updated": aboutItem,
  "feedback.status_changed": ({ feedback, status, previousStatus, note }) => ({
    ...aboutItem({ feedback }),
    heading: `Status changed to ${FEEDBACK_STATUS_LABELS[status]}`,
    text: plain(note ?? ""),
    facts: [
      ["From", FEEDBACK_STATUS_LABELS[previousStatus]],
      ["Votes", String(feedback.votes)],
    ],
  }),
  "feedback.merged": aboutMerge,
  "feedback.unmerged": aboutMerge,
  "feedback.closed": ({ feedback }) => ({
    ...aboutItem({ feedback }),
    text: plain(feedback.closeNote ?? ""),
    facts: feedback.closeReason ? [["Reason", CLOSE_REASON_LABELS[feedback.closeReason]]] : [],
  }),
  "feedback.reopened": aboutItem,
  "feedback.deleted": ({ feedback: { title, votes } }) => ({
    title,
    url: null,
    text: "",
    facts: [["Votes", String(votes)]],
  }),
  "vote.created": aboutItem,
  "comment.created": aboutComment,
  "comment.updated": aboutComment,
  "comment.deleted": aboutItem,
  "changelog.published": ({ entry: { title, url, excerpt, version } }) => ({
    title,
    url,
    text: excerpt ?? "",
    facts: version === null ? [] : [["Version", version]],
  }),
  "moderation.pending": ({ post: { title, url, kind, content } }) => ({
    heading: kind === "comment" ? "Comment waits for approval" : "Feedback waits for approval",
    title,
    url,
    text: plain(content),
    facts: [],
  }),
};

/** Returns what a chat shows of an event. */
export function chatMessageOf<Type extends WebhookEventType>(
  type: Type,
  data: EventData<Type>,
): ChatMessage {
  return { heading: EVENT_LABELS[type], ...SHOWN[type](data) };
}

function aboutItem({ feedback }: { feedback: EventFeedback }): Shown {
  const { title, url, status, votes } = feedback;
  const facts = [
    ["Status", FEEDBACK_STATUS_LABELS[status]],
    ["Votes", String(votes)],
  ] as const;
  return { title, url, text: "", facts };
}

/** Returns Markdown as plain text. */
const plain = (source: string) => (source === "" ? "" : writtenText(source).plain);

/** Cuts a text to a length in UTF-16 units, which is how all of these chats count at most. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text
    .slice(0, length - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, "")
    .trimEnd()}…`;
}

/** Escapes a text, and cuts it so that the escaped text is not longer than a length. */
export function cutAndEscape(
  text: string,
  length: number,
  escape: (text: string) => string,
): string {
  let short = cut(text, length);
  for (;;) {
    const escaped = escape(short);
    if (escaped.length <= length) return escaped;
    // Each escaped character becomes two at most.
    short = cut(short, short.length - Math.ceil((escaped.length - length) / 2));
  }
}

/** Cuts the texts of a message before they are escaped. */
export const shortened = (message: ChatMessage): ChatMessage => ({
  ...message,
  title: cut(message.title, 200),
  text: cut(message.text, TEXT_LENGTH),
  facts: message.facts.map(([label, value]) => [label, cut(value, 200)]),
});
