/** What an API key can be allowed to do. An endpoint names the scope that it needs. */
export const API_SCOPES = [
  "feedback:read",
  "feedback:write",
  "private:read",
  "moderation",
  "changelog",
  "people:read",
  "company:write",
] as const;

export type ApiScope = (typeof API_SCOPES)[number];

/** The scopes in words, for the screen and the documentation. */
export const SCOPE_WORDS: Readonly<Record<ApiScope, { label: string; text: string }>> = {
  "feedback:read": {
    label: "Read feedback",
    text: "Boards, items, comments, roadmap and changelog, as a visitor sees them.",
  },
  "feedback:write": {
    label: "Write feedback",
    text: "Create, change, close, merge and delete items, comment and vote, also for customers.",
  },
  "private:read": {
    label: "See private feedback",
    text: "With the other scopes: also private boards, internal notes and what waits for approval.",
  },
  moderation: {
    label: "Moderate",
    text: "Approve and reject posts, handle reports, block and unblock accounts.",
  },
  changelog: {
    label: "Write the changelog",
    text: "Read drafts; write, publish and delete entries and their labels.",
  },
  "people:read": {
    label: "See people",
    text: "Names and email addresses of members, customers, authors and voters.",
  },
  "company:write": {
    label: "Change settings",
    text: "Boards, topics, profile, colors, logo, domain and webhooks of the company.",
  },
};
