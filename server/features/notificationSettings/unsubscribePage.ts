import { EMAIL_PACES, NEW_FEEDBACK_PACES, timeZonesWith } from "#contract/notificationSettings.ts";
import { escapeHtml } from "#server/platform/text/escapeHtml.ts";
import type { MailedItem } from "./mailedItems.queries.ts";
import type { TokenAccount } from "./notificationSettings.queries.ts";

/** The content of the page's style element. */
export const UNSUBSCRIBE_STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif;
    --canvas: light-dark(#fbfbfc, #101012); --surface: light-dark(#fff, #18181b); --ink: light-dark(#18181b, #ededf0);
    --muted: light-dark(#5c5c66, #a6a6b0); --line: light-dark(#e6e6ea, #2b2b30); --control: light-dark(#8d8d96, #70707a);
    --danger: light-dark(#b42318, #fda29b) }
  * { box-sizing: border-box }
  body { margin: 0; background: var(--canvas); color: var(--ink) }
  main { max-width: 36rem; margin: 0 auto; padding: 2rem 1rem 4rem }
  header { font-weight: 600; margin-bottom: 2rem; overflow-wrap: anywhere } header img { display: block; max-width: 12rem; max-height: 2.5rem }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem } h2 { font-size: 1rem; margin: 0 0 1rem }
  p { margin: 0 0 1rem } small, .muted { color: var(--muted); font-size: .875rem }
  .box { background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; margin-top: 1.5rem }
  .notice { border: 1px solid var(--line); border-radius: .5rem; background: var(--surface); padding: .75rem 1rem; margin: 1rem 0 1.5rem }
  .error { color: var(--danger); font-size: .875rem; margin: .5rem 0 0 }
  fieldset { border: 0; margin: 0 0 1.5rem; padding: 0; min-width: 0 } legend, .label { font-weight: 600; font-size: .875rem; padding: 0; margin-bottom: .5rem; display: block }
  .choice { display: flex; gap: .75rem; padding: .375rem 0 } .choice input { margin: .3125rem 0 0; flex: none; width: 1rem; height: 1rem; accent-color: var(--ink) }
  .choice small { display: block }
  select, button { font: inherit; color: inherit; min-height: 2.5rem; border: 1px solid var(--control); border-radius: .5rem; background: var(--surface) }
  select { width: 100%; padding: 0 .75rem } button { padding: 0 1rem; cursor: pointer; font-weight: 500; font-size: .875rem }
  button.solid { background: var(--ink); color: var(--canvas); border-color: var(--ink) }
  :focus-visible { outline: 2px solid light-dark(#4f46e5, #a5b4fc); outline-offset: 2px }
  ul { list-style: none; margin: 0; padding: 0 } li { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between; padding: .75rem 0; border-top: 1px solid var(--line) }
  li:first-child { border-top: 0; padding-top: 0 } li:last-child { padding-bottom: 0 } li > span { flex: 1 1 14rem; min-width: 0; overflow-wrap: anywhere }`;

interface Portal {
  name: string;
  logoUrl: string | null;
}

/** The result of a submitted form: a notice that says what was changed, or errors by field. */
export interface Outcome {
  notice?: string;
  errors?: Readonly<Record<string, readonly string[]>>;
}

interface PageData extends Outcome {
  portal: Portal;
  account: TokenAccount;
  items: readonly MailedItem[];
}

/** Renders the page for an unknown token. The page is the same for all unknown tokens. */
export function unknownLinkPage(portal: Portal): string {
  return documentOf(
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
export function unsubscribePage({ portal, account, items, notice, errors = {} }: PageData): string {
  const { email, newFeedback, role } = account;
  const isAdmin = role === "company_admin";
  const isOff = email === "off" && (!isAdmin || newFeedback === "off");
  const paces = isAdmin
    ? `${EMAIL_PACES[email].label}, and for new feedback: ${NEW_FEEDBACK_PACES[newFeedback].label}`
    : EMAIL_PACES[email].label;
  return documentOf(
    portal,
    "Mails about notifications",
    `${notice === undefined ? "" : `<p class="notice" role="status">${escapeHtml(notice)}</p>`}
${errorOf(errors["action"])}
<p>These settings are for <b>${escapeHtml(maskedAddress(account.username))}</b>. At present: <b>${paces}</b>.</p>
${isOff ? "<p>No mails about notifications are sent to this address.</p>" : UNSUBSCRIBE_FORM}
${settingsForm(account, errors)}
${items.length > 0 ? itemList(items) : ""}`,
  );
}

const UNSUBSCRIBE_FORM = `<form method="post">
<p class="muted">Unsubscribing ends all mails about notifications at once.</p>
<button class="solid" name="action" value="unsubscribe">Unsubscribe</button>
</form>`;

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

/**
 * Returns an e-mail address whose first part is masked, so that only its owner recognizes the
 * address.
 */
function maskedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, 1)}•••${address.slice(at)}`;
}

function documentOf({ name, logoUrl }: Portal, title: string, content: string): string {
  const logo =
    logoUrl === null
      ? escapeHtml(name)
      : `<img src="${escapeHtml(logoUrl)}" alt="${escapeHtml(name)}">`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · ${escapeHtml(name)}</title>
<style>${UNSUBSCRIBE_STYLE}</style></head>
<body><main><header>${logo}</header>
<h1>${title}</h1>
${content}
</main></body></html>`;
}
