interface Tag {
  readonly name: string;
  readonly description: string;
  /** Matches the paths of the group's operations. */
  readonly paths: RegExp;
}

/**
 * Groups of operations in the document's order. An operation is in the first group whose pattern
 * matches.
 */
const TAGS: readonly Tag[] = [
  {
    name: "account",
    description:
      "Logging in and out, the own account, its address, its sessions and its second factor.",
    paths:
      /^\/api\/(?:login|logout|register|password-reset|confirm-email|passkeys|sign-on|user)(?:\/|$)/,
  },
  {
    name: "portal",
    description: "What a client has to know of the host that it calls.",
    paths: /^\/api\/portal$/,
  },
  {
    name: "boards",
    description: "The boards of a company, in its order.",
    paths: /^\/api\/boards(?:$|\/reorder|\/:id)/,
  },
  {
    name: "comments",
    description: "Comments on a feedback item, and reactions to them.",
    paths: /^\/api\/(?:feedback\/:id\/comments(?:\/|$)|comments\/)/,
  },
  {
    name: "feedback",
    description:
      "Feedback items: lists and their views, submission, moderation, votes and changes of status.",
    paths:
      /^\/api\/(?:feedback(?:\/|\.csv$|$)|assignees$|views(?:\/|$)|boards\/:boardId\/feedback$)/,
  },
  {
    name: "pictures",
    description: "Pictures in the texts of items and comments.",
    paths: /^(?:\/api)?\/pictures(?:\/|$)/,
  },
  {
    name: "categories",
    description: "A company's own second label for feedback items.",
    paths: /^\/api\/categories(?:\/|$)/,
  },
  {
    name: "changelog",
    description: "The entries that a company writes for its changelog, and their labels.",
    paths: /^\/api\/changelog(?:\/|$)/,
  },
  {
    name: "notifications",
    description: "The notifications of the signed-in user about items that the user follows.",
    paths: /^\/api\/notifications(?:\/|$)/,
  },
  {
    name: "events",
    description: "A stream of what changes on a portal.",
    paths: /^\/api\/events$/,
  },
  {
    name: "audit-log",
    description: "What admins did, of one company or of the whole installation.",
    paths: /\/audit-log(?:\.csv)?$/,
  },
  {
    name: "mail",
    description: "Mails with notifications, bounce reports, and addresses that get no mail.",
    paths: /^\/api\/(?:admin\/)?mail[-/]/,
  },
  {
    name: "company",
    description: "A company's dashboard, profile, colours, logo and custom domain.",
    paths: /^\/api\/company\//,
  },
  {
    name: "members",
    description: "The team and the customers of a company, and invitations to it.",
    paths: /^\/api\/(?:members|customers|invitations)(?:\/|$)/,
  },
  {
    name: "api-keys",
    description: "The keys with which programs call this API for a company.",
    paths: /^\/api\/api-keys(?:\/|$)/,
  },
  {
    name: "webhooks",
    description: "Endpoints that get events of a company, and what was sent to them.",
    paths: /^\/api\/webhooks(?:\/|$)/,
  },
  {
    name: "imports",
    description: "Imports of feedback from files of other products.",
    paths: /^\/api\/imports(?:\/|$)/,
  },
  {
    name: "moderation",
    description:
      "Posts that wait for approval or were rejected, reports, and blocked accounts of a company.",
    paths: /^\/api\/(?:moderation|reports|rejected-posts|blocked-accounts)(?:\/|$)/,
  },
  {
    name: "undo",
    description: "Undoing a change of the last minute.",
    paths: /^\/api\/undo\//,
  },
  {
    name: "exports",
    description: "Everything that a company has, as one file.",
    paths: /^\/api\/exports(?:\/|$)/,
  },
  {
    name: "site-settings",
    description: "Name, flags, limits, colours and logo of the whole installation.",
    paths: /^\/api\/admin\/(?:site-settings(?:\/|$)|logo$)/,
  },
  {
    name: "landing-page",
    description: "Words, questions and announcements of the landing page.",
    paths: /^\/api\/admin\/(?:landing-page|faqs|announcements)(?:\/|$)/,
  },
  {
    name: "admin",
    description: "The provider's console: figures, companies and accounts.",
    paths: /^\/api\/admin\/(?:dashboard|companies|users)(?:\/|$)/,
  },
];

export function describedTags(): { name: string; description: string }[] {
  return TAGS.map(({ name, description }) => ({ name, description }));
}

/** Returns the group of a path. @throws if no group matches */
export function tagOf(path: string): string {
  const tag = TAGS.find(({ paths }) => paths.test(path));
  if (!tag) throw new Error(`${path} needs a tag in openApiTags.ts`);
  return tag.name;
}
