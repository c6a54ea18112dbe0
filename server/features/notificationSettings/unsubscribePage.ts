import { EMAIL_PACES, NEW_FEEDBACK_PACES, timeZonesWith } from "#contract/notificationSettings.ts";
import type { TokenPagePortal } from "#server/platform/pages/tokenPage.ts";
import { maskedAddress, tokenPage } from "#server/platform/pages/tokenPage.ts";
import { escapeHtml } from "#server/platform/text/escapeHtml.ts";
import type { MailedItem } from "./mailedItems.queries.ts";
import type { TokenAccount } from "./notificationSettings.queries.ts";

/** The result of a submitted form: a notice that says what was changed, or errors by field. */
export interface Outcome {
  notice?: string;
  errors?: Readonly<Record<string, readonly string[]>>;
}

interface PageData extends Outcome {
  portal: TokenPagePortal;
  account: TokenAccount;
  items: readonly MailedItem[];
  /** The company whose changelog the account gets by mail; null if it does not. */
  changelogOf: string | null;
}

/** Renders the page for an unknown token. The page is the same for all unknown tokens. */
export function unknownLinkPage(portal: TokenPagePortal): string {
  return tokenPage(
    portal,
    "This link does not work",
    `<p>It may be incomplete, or its account no longer exists. Nothing was changed.</p>
<p>Open the whole link from the mail, or sign in and choose how often you get mails in your settings.</p>`,
  );
}

/**
 * Renders the page to which the links in mails lead. Its forms are posted to the page's own URL and
 * contain all data of the change, so the page needs no JavaScript and no session.
 */
export function unsubscribePage({
  portal,
  account,
  items,
  changelogOf,
  notice,
  errors = {},
}: PageData): string {
  const { email, newFeedback, role } = account;
  const isAdmin = role === "company_admin";
  const isOff = email === "off" && (!isAdmin || newFeedback === "off");
  const paces = isAdmin
    ? `${EMAIL_PACES[email].label}, and for new feedback: ${NEW_FEEDBACK_PACES[newFeedback].label}`
    : EMAIL_PACES[email].label;
  return tokenPage(
    portal,
    "Mails about notifications",
    `${notice === undefined ? "" : `<p class="notice" role="status">${escapeHtml(notice)}</p>`}
${errorOf(errors["action"])}
<p>These settings are for <b>${escapeHtml(maskedAddress(account.username))}</b>. At present: <b>${paces}</b>.</p>
${isOff ? "<p>No mails about notifications are sent to this address.</p>" : UNSUBSCRIBE_FORM}
${settingsForm(account, errors)}
${changelogOf === null ? "" : changelogForm(changelogOf)}
${items.length > 0 ? itemList(items) : ""}`,
  );
}

const UNSUBSCRIBE_FORM = `<form method="post">
<p class="muted">Unsubscribing ends all mails about notifications at once.</p>
<button class="solid" name="action" value="unsubscribe">Unsubscribe</button>
</form>`;

function changelogForm(company: string): string {
  return `<form method="post" class="box"><h2>Changelog</h2>
<p>You get new entries of the changelog of ${escapeHtml(company)}.</p>
<button name="action" value="stopChangelog">Stop the changelog</button></form>`;
}

function settingsForm(
  { email, newFeedback, timeZone, role }: TokenAccount,
  errors: NonNullable<Outcome["errors"]>,
): string {
  const about = { legend: "What you follow", name: "email", error: errors["email"] };
  const ofAdmin = { legend: "New feedback", name: "newFeedback", error: errors["newFeedback"] };
  return `<form method="post" class="box">
<h2>Settings</h2>
${radioGroup({ ...about, choices: EMAIL_PACES, chosen: email })}
${role === "company_admin" ? radioGroup({ ...ofAdmin, choices: NEW_FEEDBACK_PACES, chosen: newFeedback }) : ""}
<p><label class="label" for="time-zone">Time zone</label>
<select id="time-zone" name="timeZone">${timeZoneOptions(timeZone)}</select></p>
${errorOf(errors["timeZone"])}
<button name="action" value="save">Save settings</button>
</form>`;
}

interface RadioGroup {
  legend: string;
  name: string;
  choices: Readonly<Record<string, { label: string; help: string }>>;
  chosen: string;
  error: readonly string[] | undefined;
}

function radioGroup({ legend, name, choices, chosen, error }: RadioGroup): string {
  const options = Object.entries(choices).map(
    ([value, { label, help }]) =>
      `<label class="choice"><input type="radio" name="${name}" value="${value}"${value === chosen ? " checked" : ""}><span>${label}<small>${help}</small></span></label>`,
  );
  return `<fieldset><legend>${legend}</legend>${options.join("")}${errorOf(error)}</fieldset>`;
}

function timeZoneOptions(chosen: string): string {
  return timeZonesWith(chosen)
    .map((zone) => `<option${zone === chosen ? " selected" : ""}>${escapeHtml(zone)}</option>`)
    .join("");
}

function itemList(items: readonly MailedItem[]): string {
  return `<section class="box"><h2>Items you got mails about</h2><ul>${items.map(itemRow).join("")}</ul></section>`;
}

function itemRow({ feedbackId, title, isOff }: MailedItem): string {
  const id = String(feedbackId);
  const action = isOff
    ? `<small>Notifications are off</small>`
    : `<form method="post"><input type="hidden" name="feedbackId" value="${id}">
<button name="action" value="stop" aria-describedby="item-${id}">Stop notifications for this item</button></form>`;
  return `<li><span id="item-${id}">${escapeHtml(title)}</span>${action}</li>`;
}

function errorOf(messages: readonly string[] | undefined): string {
  return messages?.[0] === undefined
    ? ""
    : `<p class="error" role="alert">${escapeHtml(messages[0])}</p>`;
}
