import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { textColorOn } from "#contract/color.ts";
import { displayedStatus, FEEDBACK_STATUS_LABELS } from "#contract/feedbackLabels.ts";
import { DELETED_USER } from "#contract/users.ts";
import { mailLine } from "#server/platform/mail/mailLine.ts";
import { mailText } from "./mailText.ts";
import type { MailCompany, MailModel, MailUpdate } from "./mailModel.ts";
import type { MailDelivery } from "./notificationMail.ts";
import type { RecipientRow, ToldRow } from "./notificationMails.queries.ts";

/** The longest title of an item, in characters (contract/feedback.ts). */
const TITLE_LENGTH = 200;

/**
 * The largest numbers of what one mail contains, and lengths in characters. Mail services cut off
 * mails of more than about 100 kB, so a digest has less of each item than a mail about one item.
 */
export const MAIL_LIMITS: Record<
  MailDelivery["kind"],
  { itemLimit: number; updateLimit: number; commentLimit: number; descriptionLimit: number }
> = {
  immediate: { itemLimit: 1, updateLimit: 10, commentLimit: 5_000, descriptionLimit: 1_000 },
  daily: { itemLimit: 50, updateLimit: 3, commentLimit: 500, descriptionLimit: 300 },
  weekly: { itemLimit: 50, updateLimit: 3, commentLimit: 500, descriptionLimit: 300 },
};

/** Characters of the preheader. Mail clients show about a hundred. */
const PREHEADER_LENGTH = 140;

interface Facts {
  readonly kind: MailDelivery["kind"];
  readonly recipient: RecipientRow;
  readonly companyId: number;
  /** The company's portal: scheme, host and port. */
  readonly portalUrl: string;
  readonly unsubscribeToken: string;
}

/** Creates the model of a mail. `rows` has at least one row. */
export function createMailModel(facts: Facts, rows: readonly ToldRow[]): MailModel {
  const { recipient, portalUrl, kind } = facts;
  const company = companyOf(facts);
  const groups = [...Map.groupBy(rows, ({ feedbackId }) => feedbackId).values()];
  const items = groups.map((updates) => itemOf(updates, facts, company.name));
  const updates = rows[0]?.updates ?? 0;
  const moreItems = (rows[0]?.items ?? 0) - items.length;
  const summary = `${String(updates)} ${updates === 1 ? "update" : "updates"}`;
  const period = kind === "weekly" ? "this week" : "today";
  const isDigest = kind !== "immediate";
  const [first] = items;
  const title = first?.title ?? "";
  const isOneItem = items.length === 1 && moreItems === 0;
  return {
    company,
    subject: isDigest
      ? `${company.name}: ${summary} ${period}`
      : `${updates === 1 ? eventOf(rows[0]) : summary}: ${mailLine(title)}`,
    preheader: isDigest
      ? mailLine(items.map((item) => item.title).join(" · "), PREHEADER_LENGTH)
      : preheaderOf(first?.updates.at(-1)),
    heading: isDigest ? `${summary} ${period}` : null,
    items,
    moreItems,
    button: isOneItem
      ? { label: "View the item", url: first?.url ?? portalUrl }
      : { label: "View all updates", url: `${portalUrl}/notifications` },
    reason: reasonOf(rows, kind, company.name),
    unsubscribeUrl: `${portalUrl}/unsubscribe/${facts.unsubscribeToken}`,
    portalUrl,
  };

  function eventOf(row: ToldRow | undefined): string {
    if (row?.kind === "status_changed") return statusOf(row, recipient.isAdmin)?.label ?? "";
    return row?.kind === "comment_added" ? "New comment" : "New feedback";
  }
}

function companyOf({ recipient, companyId, portalUrl }: Facts): MailCompany {
  const { primaryColor, buttonTextColor } = { ...DEFAULT_BRANDING, ...recipient.brandingSettings };
  const { logoFileId } = recipient;
  return {
    name: mailLine(recipient.companyName),
    logoUrl: logoFileId && `${portalUrl}/logos/${String(companyId)}/${logoFileId}`,
    buttonColor: primaryColor,
    buttonTextColor: textColorOn(buttonTextColor, primaryColor),
  };
}

function itemOf(rows: readonly ToldRow[], { kind, recipient, portalUrl }: Facts, company: string) {
  const [first] = rows;
  return {
    title: mailLine(first?.title ?? "", TITLE_LENGTH),
    url: `${portalUrl}/feedback/${String(first?.feedbackId)}`,
    updates: rows.map((row) => updateOf(row, { kind, company, isAdmin: recipient.isAdmin })),
    earlierUpdates: (first?.itemUpdates ?? 0) - rows.length,
  };
}

function updateOf(
  row: ToldRow,
  { kind, company, isAdmin }: { kind: MailDelivery["kind"]; company: string; isAdmin: boolean },
): MailUpdate {
  const status = statusOf(row, isAdmin);
  const { commentLimit, descriptionLimit } = MAIL_LIMITS[kind];
  const limits: Record<string, number> = {
    comment_added: commentLimit,
    item_submitted: descriptionLimit,
  };
  const actions: Record<string, string> = {
    comment_added: "commented",
    item_submitted: "submitted this",
  };
  return {
    status,
    actor: actorOf(row, company),
    action: actions[row.kind] ?? "changed the status",
    text: row.text === null ? null : mailText(row.text, limits[row.kind]),
  };
}

/** Visitors see an item with the status `new` as evaluating. */
function statusOf({ toStatus }: ToldRow, isAdmin: boolean): MailUpdate["status"] {
  if (toStatus === null) return null;
  const key = isAdmin ? toStatus : displayedStatus(toStatus);
  return { key, label: FEEDBACK_STATUS_LABELS[key] };
}

function actorOf({ actorId, actorName, kind, isTeam }: ToldRow, company: string): string {
  if (actorId === null) return kind === "item_submitted" ? "A visitor" : DELETED_USER;
  const name = mailLine(actorName ?? "") || "Somebody";
  return isTeam ? `${name} (${company} team)` : name;
}

function preheaderOf(update: MailUpdate | undefined): string {
  if (!update) return "";
  const start = `${update.actor} ${update.action}`;
  return mailLine(update.text === null ? start : `${start}: ${update.text}`, PREHEADER_LENGTH);
}

const REASONS: Record<Exclude<ToldRow["reason"], "admin">, string> = {
  author: "you submitted this item",
  voted: "you voted for this item",
  followed: "you follow this item",
};

/** A reason of one's own comes before the reason of being an admin. */
function reasonOf(rows: readonly ToldRow[], kind: MailDelivery["kind"], company: string): string {
  const own = rows.find(({ reason }) => reason !== "admin")?.reason ?? "admin";
  const isAdmin = own === "admin";
  if (kind !== "immediate") {
    const why = isAdmin ? `you are an admin of ${company}` : "you follow these items";
    return `You get this ${kind} summary because ${why}.`;
  }
  return `You get this because ${isAdmin ? `you are an admin of ${company}` : REASONS[own]}.`;
}
