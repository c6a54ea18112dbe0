import { mailLine } from "#server/platform/mail/mailLine.ts";
import type { MailFacts } from "./createMailModel.ts";
import { companyOf, PREHEADER_LENGTH, TITLE_LENGTH } from "./createMailModel.ts";
import type { MailItem, MailModel } from "./mailModel.ts";
import { mailText } from "./mailText.ts";
import type { MailedEntry } from "./mailedEntries.queries.ts";
import { ENTRY_LENGTH } from "./mailedEntries.queries.ts";

/** Maximum number of characters of an entry's text in a mail about several things. */
const DIGEST_LENGTH = 500;

type EntryMailFacts = Omit<MailFacts, "unsubscribeToken"> & Pick<MailModel, "unsubscribeUrl">;

/** Creates the model of a mail that is only about changelog entries. */
export function createEntryMail(
  facts: EntryMailFacts,
  entries: readonly [MailedEntry, ...MailedEntry[]],
): MailModel {
  const { kind, portalUrl, unsubscribeUrl } = facts;
  const company = companyOf(facts);
  const isDigest = kind !== "entry";
  const items = entries.map((entry) => entryItem(entry, facts, isDigest));
  const [first] = entries;
  const heading = isDigest ? `${countOf(entries)} ${periodOf(kind)}` : null;
  return {
    company,
    items,
    moreItems: 0,
    subject: `${company.name}: ${heading ?? mailLine(first.title, TITLE_LENGTH)}`,
    preheader: mailLine(
      isDigest ? items.map(({ title }) => title).join(" · ") : first.text,
      PREHEADER_LENGTH,
    ),
    heading,
    button:
      entries.length === 1
        ? { label: "Read the entry", url: `${portalUrl}/changelog/${first.slug}` }
        : { label: "Read the changelog", url: `${portalUrl}/changelog` },
    reason: `You get this because you subscribed to the changelog of ${company.name}.`,
    unsubscribeUrl,
    portalUrl,
  };
}

/** Adds entries to a digest of updates, above the items. */
export function withEntries(
  model: MailModel,
  facts: MailFacts,
  entries: readonly MailedEntry[],
): MailModel {
  if (entries.length === 0 || model.heading === null) return model;
  const heading = `${countOf(entries)} and ${model.heading}`;
  return {
    ...model,
    heading,
    subject: `${model.company.name}: ${heading}`,
    items: [...entries.map((entry) => entryItem(entry, facts, true)), ...model.items],
    reason: `${model.reason} You also subscribed to the changelog of ${model.company.name}.`,
  };
}

const countOf = ({ length }: readonly MailedEntry[]) =>
  length === 1 ? "1 changelog entry" : `${String(length)} changelog entries`;

const periodOf = (kind: MailFacts["kind"]) => (kind === "weekly" ? "this week" : "today");

function entryItem(
  { title, slug, text, markdown }: MailedEntry,
  { portalUrl, recipient }: Pick<MailFacts, "portalUrl" | "recipient">,
  isDigest: boolean,
): MailItem {
  return {
    title: mailLine(title, TITLE_LENGTH),
    url: `${portalUrl}/changelog/${slug}`,
    updates: [
      {
        status: null,
        actor: mailLine(recipient.companyName),
        action: "published this in the changelog",
        text: text === "" ? null : mailText(text, isDigest ? DIGEST_LENGTH : ENTRY_LENGTH),
        markdown: isDigest || text.length > ENTRY_LENGTH ? null : markdown,
      },
    ],
    earlierUpdates: 0,
  };
}
