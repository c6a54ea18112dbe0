/**
 * The labels of the actions on one kind of entity, keyed by the code that an action has in the log.
 */
export interface ActionGroup {
  /** The entity's code. Used as a filter, the code matches all actions on the entity. */
  readonly entity: string;
  /** The group's label in the filter. */
  readonly label: string;
  readonly actions: Readonly<Record<string, string>>;
}

/** The actions by which a company's log can be filtered. */
export const COMPANY_ACTIONS: readonly ActionGroup[] = [
  {
    entity: "company",
    label: "Company",
    actions: {
      "company.create": "Created the company",
      "company.update": "Changed the company",
      "company.branding": "Changed the brand colours",
      "company.logo": "Changed the logo",
      "company.logo-delete": "Removed the logo",
      "company.dark-logo": "Changed the logo for dark pages",
      "company.dark-logo-delete": "Removed the logo for dark pages",
      "company.domain": "Changed the custom domain",
      "company.delete": "Deleted the company",
    },
  },
  {
    entity: "sign-on",
    label: "Sign-on",
    actions: {
      "sign-on.create": "Connected a provider",
      "sign-on.update": "Changed the provider",
      "sign-on.only-way": "Changed whether the provider is the only way in",
      "sign-on.delete": "Disconnected the provider",
      "sign-on.unlink": "Removed somebody's link with the provider",
    },
  },
  {
    entity: "email-domain",
    label: "E-mail domains",
    actions: {
      "email-domain.create": "Added an e-mail domain",
      "email-domain.delete": "Removed an e-mail domain",
    },
  },
  {
    entity: "board",
    label: "Boards",
    actions: {
      "board.create": "Created a board",
      "board.update": "Changed a board",
      "board.reorder": "Reordered the boards",
      "board.delete": "Deleted a board",
    },
  },
  {
    entity: "subscriber",
    label: "Changelog subscribers",
    actions: { "subscriber.remove": "Removed a subscriber" },
  },
  {
    entity: "webhook",
    label: "Webhooks",
    actions: {
      "webhook.create": "Added a webhook",
      "webhook.update": "Changed a webhook",
      "webhook.secret": "Replaced the secret of a webhook",
      "webhook.send": "Sent webhooks again",
      "webhook.delete": "Deleted a webhook",
    },
  },
  {
    entity: "category",
    label: "Categories",
    actions: {
      "category.create": "Created a category",
      "category.update": "Changed a category",
      "category.delete": "Deleted a category",
    },
  },
  {
    entity: "changelog",
    label: "Changelog",
    actions: {
      "changelog.create": "Created a changelog entry",
      "changelog.update": "Changed a published changelog entry",
      "changelog.schedule": "Scheduled a changelog entry",
      "changelog.publish": "Published a changelog entry",
      "changelog.unpublish": "Unpublished a changelog entry",
      "changelog.delete": "Deleted a changelog entry",
      "changelog.restore": "Restored a changelog entry",
      "changelog.label-create": "Created a changelog label",
      "changelog.label-update": "Changed a changelog label",
      "changelog.label-delete": "Deleted a changelog label",
    },
  },
  {
    entity: "api-key",
    label: "API keys",
    actions: {
      "api-key.create": "Made an API key",
      "api-key.update": "Changed an API key",
      "api-key.revoke": "Revoked an API key",
    },
  },
  {
    entity: "view",
    label: "Views",
    actions: {
      "view.create": "Saved a view",
      "view.update": "Changed a view",
      "view.delete": "Deleted a view",
    },
  },
  {
    entity: "feedback",
    label: "Feedback",
    actions: {
      "feedback.update": "Changed somebody's feedback",
      "feedback.delete": "Deleted somebody's feedback",
      "feedback.close": "Closed somebody's feedback",
      "feedback.reopen": "Reopened somebody's feedback",
      "feedback.merge": "Merged somebody's feedback",
      "feedback.unmerge": "Unmerged somebody's feedback",
      "feedback.approve": "Approved somebody's feedback",
    },
  },
  {
    entity: "comment",
    label: "Comments",
    actions: {
      "comment.delete": "Deleted somebody's comment",
      "comment.approve": "Approved somebody's comment",
    },
  },
  {
    entity: "vote",
    label: "Votes",
    actions: {
      "vote.record": "Recorded somebody's vote",
      "vote.withdraw": "Took back a recorded vote",
    },
  },
  {
    entity: "moderation",
    label: "Moderation",
    actions: { "moderation.undo": "Undid a decision" },
  },
  {
    entity: "report",
    label: "Reports",
    actions: { "report.dismiss": "Dismissed reports" },
  },
  {
    entity: "account",
    label: "Blocked people",
    actions: {
      "account.block": "Blocked somebody",
      "account.unblock": "Unblocked somebody",
    },
  },
  {
    entity: "member",
    label: "Members",
    actions: {
      "member.update": "Changed a member's role",
      "member.delete": "Removed a member",
    },
  },
  {
    entity: "invitation",
    label: "Invitations",
    actions: {
      "invitation.create": "Invited somebody",
      "invitation.delete": "Withdrew an invitation",
      "invitation.accept": "Accepted an invitation",
    },
  },
  {
    entity: "sign-in",
    label: "Ways to log in",
    actions: {
      "sign-in.add-password": "Set a password",
      "sign-in.remove-password": "Removed the password",
      "sign-in.add-passkey": "Added a passkey",
      "sign-in.remove-passkey": "Removed a passkey",
      "sign-in.remove-identity": "Disconnected a provider",
      "sign-in.merge-account": "Merged another account into this one",
    },
  },
  {
    entity: "application",
    label: "Signed tokens",
    actions: {
      "application.update": "Changed how signed tokens log in",
      "application.create-secret": "Made a secret for signed tokens",
      "application.delete-secret": "Removed a secret for signed tokens",
      "application.sample": "Made a sample token",
    },
  },
  {
    entity: "export",
    label: "Exports",
    actions: {
      "export.create": "Started an export",
      "export.download": "Downloaded an export",
    },
  },
  {
    entity: "import",
    label: "Imports",
    actions: {
      "import.upload": "Uploaded a file to import",
      "import.run": "Started an import",
      "import.undo": "Undid an import",
    },
  },
  {
    entity: "mail-suppression",
    label: "Mail",
    actions: { "mail-suppression.delete": "Let an address get mails again" },
  },
];

/**
 * The actions by which the installation's log can be filtered. That log includes the logs of all
 * companies.
 */
export const SITE_ACTIONS: readonly ActionGroup[] = [
  ...COMPANY_ACTIONS,
  {
    entity: "user",
    label: "Users",
    actions: {
      "user.create": "Created a user",
      "user.update": "Changed a user",
      "user.end-sessions": "Ended a user's sessions",
      "user.mfa-off": "Turned off a user's second factor",
      "user.download": "Downloaded a user's data",
      "user.delete": "Deleted a user",
    },
  },
  {
    entity: "site",
    label: "Site",
    actions: {
      "site.update": "Changed the site settings",
      "site.branding": "Changed the site's colours",
      "site.logo": "Changed the site's logo",
      "site.logo-delete": "Removed the site's logo",
      "site.dark-logo": "Changed the site's logo for dark pages",
      "site.dark-logo-delete": "Removed the site's logo for dark pages",
      "site.sign-in-provider": "Changed a sign-in provider",
    },
  },
  {
    entity: "landing-page",
    label: "Landing page",
    actions: { "landing-page.update": "Changed the landing page" },
  },
  {
    entity: "faq",
    label: "FAQs",
    actions: {
      "faq.create": "Created an FAQ",
      "faq.update": "Changed an FAQ",
      "faq.reorder": "Reordered the FAQs",
      "faq.delete": "Deleted an FAQ",
    },
  },
  {
    entity: "announcement",
    label: "Announcements",
    actions: {
      "announcement.create": "Created an announcement",
      "announcement.update": "Changed an announcement",
      "announcement.reorder": "Reordered the announcements",
      "announcement.delete": "Deleted an announcement",
    },
  },
];

const LABELS = new Map(SITE_ACTIONS.flatMap(({ actions }) => Object.entries(actions)));

/**
 * Returns the label of an action. The label of an unknown action is made from the action's code.
 */
export function actionLabel(action: string): string {
  return LABELS.get(action) ?? sentence(action.replace(".", ": ").replaceAll("-", " "));
}

/** Returns the label of a field, such as 'Allow public feedback' for `allowPublicFeedback`. */
export function keyLabel(key: string): string {
  return sentence(key.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase());
}

/**
 * Formats a value of an entry's details on one line, and a change from one value to another on two
 * lines.
 */
export function valueLabel(value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (isChange(value)) return `From: ${valueLabel(value.from)}\nTo: ${valueLabel(value.to)}`;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isChange(value: unknown): value is { from: unknown; to: unknown } {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.keys(value).toSorted().join() === "from,to"
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
