import type { FastifyReply, FastifyRequest } from "fastify";
import type { ProviderAnswer } from "#server/platform/openId/checkCallback.ts";
import type { ProviderProblem } from "#server/platform/openId/providerProblem.ts";
import { sendTokenPage, TOKEN_PAGE_STYLE } from "#server/platform/pages/tokenPage.ts";
import { escapeHtml } from "#server/platform/text/escapeHtml.ts";
import type { Judged } from "./judgePerson.ts";
import type { ProviderRow } from "./signOn.queries.ts";

const STYLE = `${TOKEN_PAGE_STYLE}
  main { max-width: 48rem } table { width: 100%; border-collapse: collapse; font-size: .875rem }
  th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere }
  thead th { border-top: 0; color: var(--muted); font-weight: 500 } td:nth-child(2) { font-family: ui-monospace, monospace }
  tbody th { font-weight: 500; min-width: 7.5rem } .box + p { margin-top: 1.5rem }`;

/** One line of the verdict. `isGood` is false for what needs attention. */
interface VerdictLine {
  isGood: boolean;
  text: string;
}

const good = (text: string): VerdictLine => ({ isGood: true, text });
const open = (text: string): VerdictLine => ({ isGood: false, text });

/** Says in words what a login of this person would do. */
function verdictOf(row: ProviderRow, person: Judged): VerdictLine[] {
  return [
    good("Your provider answered, and its signature, issuer, audience and times are right."),
    addressLine(person),
    person.fullName === undefined
      ? open(`There is no name in the claim "${row.nameClaim}".`)
      : good(`The name is ${person.fullName}.`),
    ...adminLine(row, person),
    accountLine(person),
  ];
}

function addressLine({ address, isAddressVerified, isDomainProved }: Judged): VerdictLine {
  if (address === undefined)
    return open('There is no e-mail address in the claim "email". Add the claim at your provider.');
  if (isDomainProved) return good(`The address is ${address}, of a domain that you have proved.`);
  if (isAddressVerified)
    return good(`The address is ${address}. Your provider says that it is confirmed.`);
  return open(
    `The address is ${address}, but your provider does not say that it is confirmed (email_verified). Prove its domain, or people confirm it with a mailed code.`,
  );
}

function adminLine(row: ProviderRow, { makesAdmin, hasTooManyGroups }: Judged): VerdictLine[] {
  const { adminClaim, adminValue } = row;
  if (adminClaim === null || adminValue === null) return [];
  const what = `"${adminValue}" in the claim "${adminClaim}"`;
  if (hasTooManyGroups)
    return [
      open(
        `The person is in so many groups that your provider leaves them out. The role stays as it is. Use an app role instead.`,
      ),
    ];
  return [
    makesAdmin
      ? good(`The person has ${what} and is an admin.`)
      : good(`The person does not have ${what} and is a customer.`),
  ];
}

function accountLine({ known, address, isAddressVerified, isDomainProved }: Judged): VerdictLine {
  if (known?.isRefused)
    return open(
      "The login would be refused: the address belongs to an account that your provider cannot log in, of another portal, a super admin, or a deactivated one.",
    );
  if (known?.isLinked) return good(`The login would lead to the account ${known.username}.`);
  if (known)
    return good(
      `There is an account with this address. Unless it has no password and the domain is proved, the person logs in to it once as before and connects it.`,
    );
  if (address === undefined || (!isAddressVerified && !isDomainProved))
    return open("A new person would first have to log in or sign up, and confirm an address.");
  return good("The login would create an account for this person.");
}

/** Returns what each claim is used for. */
function usesOf(row: ProviderRow): ReadonlyMap<string, string> {
  return new Map([
    ["sub", "Recognizing the person"],
    ["email", "Address"],
    ["email_verified", "Whether the address is confirmed"],
    [row.nameClaim, "Name"],
    ...(row.pictureClaim === null ? [] : [[row.pictureClaim, "Picture"] as const]),
    ...(row.adminClaim === null
      ? []
      : [[row.adminClaim.split(".")[0] ?? "", "Whether the person is an admin"] as const]),
    ...(row.adminClaim === null
      ? []
      : [[row.adminClaim, "Whether the person is an admin"] as const]),
  ]);
}

const BACK =
  '<p><a class="button" href="/company/settings/sign-on/provider">Back to the settings</a></p>';

/** Shows an admin why the test of the connection has failed. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { text }: ProviderProblem,
): FastifyReply {
  return sendTokenPage(
    request,
    reply,
    "The connection does not work",
    `<p class="notice">${escapeHtml(text)}</p>${BACK}`,
  );
}

/** Shows an admin what the provider has sent, and what would happen. Nobody was logged in. */
export function sendVerdict(
  request: FastifyRequest,
  reply: FastifyReply,
  { row, answer, person }: { row: ProviderRow; answer: ProviderAnswer; person: Judged },
): FastifyReply {
  const { claims } = answer;
  const verdict = verdictOf(row, person);
  const uses = usesOf(row);
  const isGood = verdict.every((line) => line.isGood);
  const lines = verdict
    .map((line) => `<li><span>${line.isGood ? "✓" : "!"} ${escapeHtml(line.text)}</span></li>`)
    .join("");
  const rows = Object.entries(claims)
    .map(
      ([name, value]) =>
        `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(shown(value))}</td><td>${escapeHtml(uses.get(name) ?? "")}</td></tr>`,
    )
    .join("");
  return sendTokenPage(
    request,
    reply,
    isGood ? "The connection works" : "The connection works, with open points",
    `<p>This was a test. Nobody was logged in, and nothing was changed.</p>
<div class="box"><ul>${lines}</ul></div>
<div class="box"><h2>What your provider says of this person</h2>
<table><thead><tr><th scope="col">Claim</th><th scope="col">Value</th><th scope="col">Used for</th></tr></thead><tbody>${rows}</tbody></table></div>${BACK}`,
    STYLE,
  );
}

/** The longest value that is shown, in characters. */
const SHOWN = 1_000;

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
