import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "#server/platform/http/httpError.ts";
import { pagePolicy } from "#server/platform/http/securityHeaders.ts";
import { escapeHtml } from "#server/platform/text/escapeHtml.ts";
import type { DevMailbox, RecordedMail } from "./devMailbox.ts";

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 48rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
  h1 { font-size: 1.25rem; overflow-wrap: anywhere }
  h2 { font-size: 1rem } li { margin: .5rem 0; overflow-wrap: anywhere } small { display: block; opacity: .75 }
  iframe { width: 100%; height: 36rem; border: 1px solid; border-radius: .5rem }
  pre { white-space: pre-wrap; overflow-wrap: anywhere }`;

/**
 * The policy allows a mail's pictures and styles. Scripts are blocked, and the mail cannot navigate
 * the page that embeds it.
 */
const MAIL_POLICY =
  "default-src 'none'; img-src http: https:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

/** Mounts pages that show the mails of a mailbox, for development only. */
export function mountDevMails(app: FastifyInstance, mailbox: DevMailbox): void {
  app.get("/dev/mails", async (_request, reply) =>
    sendPage(reply, "Mails", listHtml(mailbox.mails)),
  );
  app.get("/dev/mails/:id", async (request, reply) => {
    const mail = mailOf(request, mailbox);
    return sendPage(reply, mail.subject, mailHtml(mail));
  });
  app.get("/dev/mails/:id/html", async (request, reply) => {
    const { html } = mailOf(request, mailbox);
    if (html === undefined) throw notFound();
    return reply
      .headers({ "content-security-policy": MAIL_POLICY, "x-frame-options": "SAMEORIGIN" })
      .type("text/html; charset=utf-8")
      .send(html);
  });
}

function mailOf({ params }: FastifyRequest, { mails }: DevMailbox): RecordedMail {
  const { id } = params as { id: string };
  const mail = mails.find((recorded) => String(recorded.id) === id);
  if (!mail) throw notFound();
  return mail;
}

function sendPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply
    .header("content-security-policy", `${pagePolicy([STYLE])}; frame-src 'self'`)
    .type("text/html; charset=utf-8").send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1 dir="auto">${escapeHtml(title)}</h1>${body}</main></body></html>`);
}

function listHtml(mails: readonly RecordedMail[]): string {
  if (mails.length === 0) return "<p>No mail was sent since the portal started.</p>";
  const entries = mails.map(
    (mail) =>
      `<li><a dir="auto" href="/dev/mails/${String(mail.id)}">${escapeHtml(mail.subject)}</a>${aboutHtml(mail)}</li>`,
  );
  return `<p>The last mails of this process, newest first.</p><ul>${entries.join("")}</ul>`;
}

function aboutHtml({ to, at }: RecordedMail): string {
  return `<small>To ${escapeHtml(to)}, ${at.replace("T", " ").slice(0, 19)} UTC</small>`;
}

function mailHtml(mail: RecordedMail): string {
  const address = `/dev/mails/${String(mail.id)}/html`;
  const html =
    mail.html === undefined
      ? ""
      : `<h2>HTML</h2><p><a href="${address}">Open it alone</a></p><iframe title="HTML part" sandbox src="${address}"></iframe>`;
  return `<p><a href="/dev/mails">All mails</a></p>${aboutHtml(mail)}${html}<h2>Text</h2><pre>${escapeHtml(mail.text)}</pre>`;
}
