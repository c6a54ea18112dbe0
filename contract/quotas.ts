/**
 * The maximum number of boards, categories, saved views, members, open invitations, entries and
 * labels of the changelog, API keys and webhooks of a company, unless the installation configures
 * other quotas (docs/product-decisions.md "Fairness between companies"). `members` limits only the
 * accounts with the role company_admin.
 */
export const DEFAULT_QUOTAS = {
  boards: 200,
  categories: 200,
  views: 100,
  members: 500,
  invitations: 100,
  entries: 2_000,
  labels: 50,
  keys: 20,
  webhooks: 20,
} as const;

export type Quotas = Readonly<Record<keyof typeof DEFAULT_QUOTAS, number>>;

/** How the message names what is limited, if not by its key. */
const QUOTA_NOUNS: Partial<Record<keyof Quotas, string>> = {
  invitations: "open invitations",
  entries: "changelog entries",
  labels: "changelog labels",
};

/** Returns the message of the 409 for a company that has reached its quota. */
export function quotaMessage(kind: keyof Quotas, quota: number): string {
  return `A company can have at most ${String(quota)} ${QUOTA_NOUNS[kind] ?? kind}`;
}

/** The number of megabytes that the imports of a company may take up, by default. */
export const DEFAULT_IMPORT_MEGABYTES = 2_048;

/** Returns the message of the 409 for a company whose imports take up their quota. */
export const importQuotaMessage = (megabytes: number): string =>
  `The imports of the last seven days take up the ${String(megabytes)} MB that a company has. Try again later or with a smaller file`;

/** The number of megabytes that the pictures of a company may take up, by default. */
export const DEFAULT_PICTURE_MEGABYTES = 1_024;

/** Returns the message of the 409 for a company whose pictures take up their quota. */
export const pictureQuotaMessage = (megabytes: number): string =>
  `The pictures take up the ${String(megabytes)} MB that a company has`;
