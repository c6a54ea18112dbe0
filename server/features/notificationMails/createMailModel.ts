import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { textColorOn } from "#contract/color.ts";
import {
  CLOSE_REASON_LABELS,
  displayedStatus,
  FEEDBACK_STATUS_LABELS,
} from "#contract/feedbackLabels.ts";
import { DELETED_USER } from "#contract/users.ts";
import { mailLine } from "#server/platform/mail/mailLine.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import { mailText } from "./mailText.ts";
import type { MailCompany, MailItem, MailModel, MailUpdate } from "./mailModel.ts";
import type { ComposedDelivery } from "./notificationMail.ts";
import type { RecipientRow, UpdateLimits, UpdateRow } from "./notificationMails.queries.ts";

/** Maximum length of an item's title, in characters (contract/feedback.ts). */
export const TITLE_LENGTH = 200;

/**
 * Limits of one mail: the numbers of items and of updates of an item, and the numbers of characters
 * of a comment and of a description. A digest contains less of each item than an immediate mail.
 */
export const MAIL_LIMITS: Readonly<Record<ComposedDelivery["kind"], UpdateLimits>> = {
  immediate: { items: 1, updatesOfItem: 10, comment: 5_000, description: 1_000 },
  daily: { items: 50, updatesOfItem: 3, comment: 500, description: 300 },
  weekly: { items: 50, updatesOfItem: 3, comment: 500, description: 300 },
  entry: { items: 1, updatesOfItem: 1, comment: 1, description: 1 },
};

/**
 * Maximum size of a digest's items, in characters. Gmail truncates mails of more than 102 kB, which
 * removes the link to unsubscribe.
 */
const DIGEST_SIZE = 80_000;

/** Approximate size of the markup of one update or one item, in characters. */
const MARKUP_SIZE = 600;

/** Maximum number of characters of the preheader. Mail clients show about a hundred characters. */
export const PREHEADER_LENGTH = 140;

/** What a mail needs besides its updates. */
export interface MailFacts {
  readonly kind: ComposedDelivery["kind"];
  readonly companyId: number;
  readonly recipient: RecipientRow;
  /** The company's portal: scheme, host and port. */
  readonly portalUrl: string;
  readonly unsubscribeToken: string;
}

/** Creates the model of a mail about the updates. */
export function createMailModel(
  facts: MailFacts,
  updates: readonly [UpdateRow, ...UpdateRow[]],
): MailModel {
  const { kind, portalUrl } = facts;
  const company = companyOf(facts);
  const [first] = updates;
  const items = itemsOf(updates, facts, company.name);
  const common = {
    company,
    items,
    moreItems: first.items - items.length,
    button: buttonOf(first, items, portalUrl),
    unsubscribeUrl: `${portalUrl}/unsubscribe/${facts.unsubscribeToken}`,
    portalUrl,
  };
  const reason = updates.find((update) => update.reason !== "admin")?.reason ?? "admin";
  const because = reason === "admin" ? `you are an admin of ${company.name}` : REASONS[reason];
  const count = `${String(first.updates)} ${first.updates === 1 ? "update" : "updates"}`;
  if (kind === "immediate") {
    const event = first.updates === 1 ? eventOf(first, facts.recipient.isAdmin) : count;
    return {
      ...common,
      subject: `${event}: ${mailLine(first.changelogEntry?.title ?? first.title)}`,
      preheader: preheaderOf(items[0]?.updates.at(-1)),
      heading: null,
      reason: `You get this because ${because}.`,
    };
  }
  const heading = `${count} ${kind === "weekly" ? "this week" : "today"}`;
  const why = reason === "admin" ? because : "you follow these items";
  return {
    ...common,
    subject: `${company.name}: ${heading}`,
    preheader: mailLine(items.map(({ title }) => title).join(" · "), PREHEADER_LENGTH),
    heading,
    reason: `You get this ${kind} summary because ${why}.`,
  };
}

const REASONS: Record<Exclude<UpdateRow["reason"], "admin">, string> = {
  mentioned: "a teammate mentioned you",
  answered: "you wrote the comment that was answered",
  author: "you submitted this item",
  voted: "you voted for this item",
  followed: "you follow this item",
};

function buttonOf(
  { items: count, updates, changelogEntry }: UpdateRow,
  [first]: readonly MailItem[],
  portalUrl: string,
): MailModel["button"] {
  if (changelogEntry && updates === 1)
    return { label: "Read the entry", url: `${portalUrl}/changelog/${changelogEntry.slug}` };
  return first && count === 1
    ? { label: "View the item", url: first.url }
    : { label: "View all updates", url: `${portalUrl}/notifications` };
}

/** By kind of activity: what happened, in the words of a mail's subject. */
const EVENTS: Record<string, string> = {
  comment_added: "New comment",
  note_added: "New note",
  item_merged: "Merged",
  changelog_published: "In the changelog",
};

function eventOf(update: UpdateRow, isAdmin: boolean): string {
  if (update.reason === "mentioned") return "You were mentioned";
  if (update.reason === "answered") return "New answer";
  const status = statusOf(update, isAdmin);
  if (status) return status.label;
  if (update.closeReason) return `Closed (${CLOSE_REASON_LABELS[update.closeReason]})`;
  return EVENTS[update.kind] ?? "New feedback";
}

export function companyOf({
  recipient,
  companyId,
  portalUrl,
}: Pick<MailFacts, "recipient" | "companyId" | "portalUrl">): MailCompany {
  const { primaryColor, buttonTextColor } = { ...DEFAULT_BRANDING, ...recipient.brandingSettings };
  const { logoFileId } = recipient;
  return {
    name: mailLine(recipient.companyName),
    logoUrl: logoFileId && `${portalUrl}/logos/${String(companyId)}/${logoFileId}`,
    buttonColor: primaryColor,
    buttonTextColor: textColorOn(buttonTextColor, primaryColor),
  };
}

/** Returns the first items, as many as fit into a mail. */
function itemsOf(rows: readonly UpdateRow[], facts: MailFacts, company: string): MailItem[] {
  const items: MailItem[] = [];
  let size = 0;
  for (const updates of Map.groupBy(rows, ({ feedbackId }) => feedbackId).values()) {
    const item = itemOf(updates, facts, company);
    for (const { text, markdown } of item.updates)
      size += (markdown ?? text ?? "").length + MARKUP_SIZE;
    size += item.title.length + MARKUP_SIZE;
    if (items.length > 0 && size > DIGEST_SIZE) break;
    items.push(item);
  }
  return items;
}

function itemOf(updates: readonly UpdateRow[], facts: MailFacts, company: string): MailItem {
  const [first] = updates;
  return {
    title: mailLine(first?.title ?? "", TITLE_LENGTH),
    url: `${facts.portalUrl}/feedback/${String(first?.feedbackId)}`,
    updates: updates.map((update) => updateOf(update, facts, company)),
    earlierUpdates: (first?.itemUpdates ?? 0) - updates.length,
  };
}

/** By kind of activity: what the actor did, and which limit applies to the update's text. */
const ACTIONS: Record<string, { action: string; limit?: "comment" | "description" }> = {
  status_changed: { action: "changed the status" },
  item_merged: { action: "merged this into a similar item" },
  comment_added: { action: "commented", limit: "comment" },
  note_added: { action: "wrote an internal note", limit: "comment" },
  item_submitted: { action: "submitted this", limit: "description" },
  changelog_published: { action: "wrote about this", limit: "comment" },
};

function updateOf(
  row: UpdateRow,
  { kind, companyId, recipient }: MailFacts,
  company: string,
): MailUpdate {
  const { action = "changed this", limit } = ACTIONS[row.kind] ?? {};
  const max = limit ? MAIL_LIMITS[kind][limit] : Infinity;
  return {
    status: statusOf(row, recipient.isAdmin),
    actor: actorOf(row, { id: companyId, name: company }),
    action: specificAction(row) ?? action,
    text: row.text === null ? null : mailText(row.text, max),
    markdown: row.text !== null && row.text.length > max ? null : row.markdown,
  };
}

/** The action in words that a single kind of activity does not have. */
function specificAction({ kind, reason, closeReason, changelogEntry }: UpdateRow): string | null {
  const where = kind === "note_added" ? " in an internal note" : "";
  if (reason === "mentioned") return `mentioned you${where}`;
  if (reason === "answered") return `answered your ${kind === "note_added" ? "note" : "comment"}`;
  if (closeReason) return `closed this (${CLOSE_REASON_LABELS[closeReason]})`;
  return changelogEntry && `wrote about this in “${mailLine(changelogEntry.title)}”`;
}

/** Returns the status as the recipient sees it. Customers see the status `new` as evaluating. */
function statusOf({ toStatus }: UpdateRow, isAdmin: boolean): MailUpdate["status"] {
  if (toStatus === null) return null;
  const key = isAdmin ? toStatus : displayedStatus(toStatus);
  return { key, label: FEEDBACK_STATUS_LABELS[key] };
}

function actorOf(
  { actorId, actorName, actorRole, actorCompanyId, kind }: UpdateRow,
  company: { id: number; name: string },
): string {
  if (actorId === null || actorRole === null)
    return kind === "item_submitted" ? "A visitor" : DELETED_USER;
  const name = mailLine(actorName ?? "") || "Somebody";
  const isTeam = isAdminOf({ role: actorRole, companyId: actorCompanyId }, company.id);
  return isTeam ? `${name} (${company.name} team)` : name;
}

function preheaderOf(update: MailUpdate | undefined): string {
  if (!update) return "";
  const start = `${update.actor} ${update.action}`;
  return mailLine(update.text === null ? start : `${start}: ${update.text}`, PREHEADER_LENGTH);
}
