import type { FeedbackDetail } from "#contract/feedback.ts";
import { CLOSE_REASON_LABELS, FEEDBACK_STATUS_LABELS } from "#contract/feedbackLabels.ts";
import { writtenText } from "#contract/markdown/writtenText.ts";
import type { WebhookEvent } from "#contract/webhookEvents.ts";
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

/** Returns what a chat shows of an event. */
export function chatMessageOf(event: WebhookEvent): ChatMessage {
  const heading = EVENT_LABELS[event.type];
  switch (event.type) {
    case "changelog.published": {
      const { title, url, excerpt, version } = event.data.entry;
      const facts = version === null ? [] : ([["Version", version]] as const);
      return { heading, title, url, text: excerpt ?? "", facts };
    }
    case "moderation.pending": {
      const { title, url, kind, content } = event.data.post;
      const what =
        kind === "comment" ? "Comment waits for approval" : "Feedback waits for approval";
      return { heading: what, title, url, text: plain(content), facts: [] };
    }
    case "feedback.deleted": {
      const { title, votes } = event.data.feedback;
      return { heading, title, url: null, text: "", facts: [["Votes", String(votes)]] };
    }
    case "comment.created":
    case "comment.updated": {
      const { comment, feedback } = event.data;
      const by = comment.user?.fullName ?? "Somebody";
      const { title } = feedback;
      return {
        heading,
        title,
        url: comment.url,
        text: plain(comment.content),
        facts: [["By", by]],
      };
    }
    case "feedback.status_changed": {
      const { feedback, status, previousStatus, note } = event.data;
      const { title, url } = feedback;
      const facts = [
        ["From", FEEDBACK_STATUS_LABELS[previousStatus]],
        ["Votes", String(feedback.votes)],
      ] as const;
      const to = `Status changed to ${FEEDBACK_STATUS_LABELS[status]}`;
      return { heading: to, title, url, text: plain(note ?? ""), facts };
    }
    case "feedback.merged":
    case "feedback.unmerged": {
      const { feedback, target } = event.data;
      const facts = target ? ([["Into", target.title]] as const) : [];
      return { heading, title: feedback.title, url: feedback.url, text: "", facts };
    }
    case "feedback.closed": {
      const { title, url, closeReason, closeNote } = event.data.feedback;
      const facts = closeReason ? ([["Reason", CLOSE_REASON_LABELS[closeReason]]] as const) : [];
      return { heading, title, url, text: plain(closeNote ?? ""), facts };
    }
    case "feedback.created": {
      const { feedback } = event.data;
      const by = [["By", feedback.author?.fullName ?? "A visitor"]] as const;
      return { ...aboutItem(heading, feedback), text: textOf(feedback), facts: by };
    }
    case "feedback.updated":
    case "feedback.reopened":
    case "vote.created":
    case "comment.deleted":
      return aboutItem(heading, event.data.feedback);
  }
}

function aboutItem(heading: string, item: FeedbackDetail & { url: string }): ChatMessage {
  const { title, url, status, votes } = item;
  const facts = [
    ["Status", FEEDBACK_STATUS_LABELS[status]],
    ["Votes", String(votes)],
  ] as const;
  return { heading, title, url, text: "", facts };
}

const textOf = ({ excerpt, description }: FeedbackDetail) => excerpt ?? description;

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
