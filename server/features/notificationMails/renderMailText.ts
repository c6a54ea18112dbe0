import type { MailModel, MailUpdate } from "./mailModel.ts";

/** A letter of a script that is written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * Renders the plain-text part of a mail. Paragraphs are not wrapped, because mail clients wrap
 * them. Users' texts are marked like quotes, so that the texts cannot be mistaken for the portal's
 * own words.
 */
export function renderMailText(mail: MailModel): string {
  const { company, heading, items, moreItems, button, reason, unsubscribeUrl, portalUrl } = mail;
  const paragraphs = heading === null ? [] : [heading];
  for (const { title, url, updates, earlierUpdates } of items) {
    paragraphs.push(heading === null ? title : `* ${title}\n${url}`);
    if (earlierUpdates > 0) paragraphs.push(earlierText(earlierUpdates));
    paragraphs.push(...updates.map(updateText));
  }
  if (moreItems > 0) paragraphs.push(moreText(moreItems));
  paragraphs.push(
    `${button.label}: ${button.url}`,
    "--",
    `${reason}\nChange what you get or unsubscribe: ${unsubscribeUrl}\n${company.name}: ${portalUrl}`,
  );
  return `${paragraphs.join("\n\n")}\n`;
}

export function earlierText(count: number): string {
  return `${String(count)} earlier ${count === 1 ? "update" : "updates"}`;
}

export function moreText(count: number): string {
  return `And ${String(count)} more ${count === 1 ? "item" : "items"}`;
}

function updateText({ status, actor, action, text }: MailUpdate): string {
  const what = status ? `${action} to ${status.label}` : action;
  const line = `${isolated(actor)} ${what}`;
  return text === null ? `${line}.` : `${line}:\n\n${text.split("\n").map(quoted).join("\n")}`;
}

function quoted(line: string): string {
  return line === "" ? ">" : `> ${line}`;
}

/**
 * Isolates a name that contains right-to-left letters, so that the name does not change the order
 * of the words after it (Unicode Annex 9: FSI and PDI).
 */
function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
