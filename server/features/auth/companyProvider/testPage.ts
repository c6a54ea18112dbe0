import type { FastifyReply, FastifyRequest } from "fastify";
import { pagePolicy } from "#server/platform/http/securityHeaders.ts";
import type { Claims } from "#server/platform/openId/checkCallback.ts";
import type { ProviderProblem } from "#server/platform/openId/providerProblem.ts";
import { TOKEN_PAGE_STYLE, tokenPage, withPrivateHeaders } from "#server/platform/pages/tokenPage.ts";
import { escapeHtml } from "#server/platform/text/escapeHtml.ts";

const STYLE = `${TOKEN_PAGE_STYLE}
  main { max-width: 48rem } table { width: 100%; border-collapse: collapse; font-size: .875rem }
  th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere }
  thead th { border-top: 0; color: var(--muted); font-weight: 500 } td:nth-child(2) { font-family: ui-monospace, monospace }
  tbody th { font-weight: 500 }`;

/** What a test of the connection says in one line. `isGood` is false for what needs attention. */
export interface VerdictLine {
  isGood: boolean;
  text: string;
}

function send(request: FastifyRequest, reply: FastifyReply, title: string, content: string) {
  const { hostCompany, site } = request.requestContext;
  const portal = {
    name: hostCompany?.name ?? site.siteName,
    logoUrl: hostCompany?.logoUrl ?? null,
  };
  const back = `<p><a href="/company/settings/sign-on">Back to the settings</a></p>`;
  return withPrivateHeaders(reply)
    .type("text/html; charset=utf-8")
    .header("content-security-policy", pagePolicy([STYLE]))
    .send(tokenPage(portal, title, content + back, STYLE));
}

/** Shows an admin why the test of the connection has failed. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  { text }: ProviderProblem,
): FastifyReply {
  return send(
    request,
    reply,
    "The connection does not work",
    `<p class="notice">${escapeHtml(text)}</p>`,
  );
}

/** Shows an admin what the provider has sent, and what would happen. Nobody was logged in. */
export function sendVerdict(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    verdict,
    claims,
    uses,
  }: {
    verdict: readonly VerdictLine[];
    claims: Claims;
    /** What a claim is used for, by its name. */
    uses: ReadonlyMap<string, string>;
  },
): FastifyReply {
  const isGood = verdict.every((line) => line.isGood);
  const lines = verdict
    .map((line) => `<li><span>${line.isGood ? "✓" : "✗"} ${escapeHtml(line.text)}</span></li>`)
    .join("");
  const rows = Object.entries(claims)
    .map(
      ([name, value]) =>
        `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(shown(value))}</td><td>${escapeHtml(uses.get(name) ?? "")}</td></tr>`,
    )
    .join("");
  return send(
    request,
    reply,
    isGood ? "The connection works" : "The connection works, with open points",
    `<p>This was a test. Nobody was logged in, and nothing was changed.</p>
<div class="box"><ul>${lines}</ul></div>
<div class="box"><h2>What your provider says of this person</h2>
<table><thead><tr><th scope="col">Claim</th><th scope="col">Value</th><th scope="col">Used for</th></tr></thead><tbody>${rows}</tbody></table></div>`,
  );
}

/** The longest value that is shown, in characters. */
const SHOWN = 1_000;

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
