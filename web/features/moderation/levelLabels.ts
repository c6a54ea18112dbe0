import type { ModerationLevel } from "#contract/moderation.ts";

/** The label of each moderation level, and a text that says which posts wait for approval. */
export const LEVEL_LABELS: Record<ModerationLevel, { label: string; help: string }> = {
  off: { label: "Nobody", help: "Every post is public at once." },
  anonymous: {
    label: "Visitors without an account",
    help: "Feedback of visitors without an account waits.",
  },
  newcomers: {
    label: "Newcomers",
    help: "Posts of people without an approved item or comment wait, and all feedback of visitors without an account.",
  },
  all: { label: "Everyone", help: "All posts wait, except those of your team." },
};
