import { pino } from "pino";
import { beforeAll, expect, test } from "vitest";
import { buildApp } from "#server/app/buildApp.ts";
import { onFileFinished } from "#server/checks/fixtures/onFileFinished.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal, visitorOf } from "#server/checks/fixtures/testPortal.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import type { Mail } from "#server/platform/mail/mailer.ts";
import { DevMailbox } from "./devMailbox.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const MAIL = { to: "a@example.com", subject: "<b>Planned</b>", text: "<i>text</i>", html: "<p>Hi" };

/** Starts a portal with a mailbox, and returns a client and the mailbox's mailer. */
async function start(environment: Record<string, string>) {
  const { database, changes } = portal;
  const logger = pino({ level: "silent" });
  const config = loadConfig(environment);
  const mailbox = new DevMailbox();
  const app = await buildApp({ config, database, changes, logger, mailbox });
  onFileFinished(() => app.close());
  const sent: Mail[] = [];
  const mailer = mailbox.record({
    send: async (mail) => void sent.push(mail),
    close: () => undefined,
  });
  return { visitor: visitorOf(app, "localhost", undefined), mailer, sent };
}

const PATHS = ["/dev/mails", "/dev/mails/1", "/dev/mails/1/html"];
const statusesOf = (visitor: Visitor) =>
  Promise.all(PATHS.map(async (path) => (await visitor.get(path)).status));

test("mails are shown by a portal in development and not by a portal in production", async () => {
  const production = await start({ NODE_ENV: "production" });
  await production.mailer.send(MAIL);
  expect(await statusesOf(production.visitor)).toEqual([404, 404, 404]);
  const development = await start({ HEARBACK_DEV: "1" });
  expect(await statusesOf(development.visitor)).toEqual([200, 404, 404]);
  await development.mailer.send(MAIL);
  expect(development.sent).toEqual([MAIL]);
  expect(await statusesOf(development.visitor)).toEqual([200, 200, 200]);
});

test("the pages of the development mailbox show mail subjects as text, run no script and show the HTML part in a sandbox", async () => {
  const { visitor, mailer } = await start({ HEARBACK_DEV: "1" });
  await mailer.send(MAIL);
  await mailer.send({ to: "b@example.com", subject: "Only text", text: "Hello" });
  const list = await visitor.get("/dev/mails");
  expect(list.text).toMatch(/Only text[^]*&lt;b&gt;Planned&lt;\/b&gt;/);
  const page = await visitor.get("/dev/mails/1");
  expect(page.text).toContain('<iframe title="HTML part" sandbox src="/dev/mails/1/html">');
  expect(page.text).toContain("&lt;i&gt;text&lt;/i&gt;");
  expect(page.headers["content-security-policy"]).toMatch(
    /^default-src 'none'; script-src 'self';/,
  );
  const html = await visitor.get("/dev/mails/1/html");
  expect(html.text).toBe(MAIL.html);
  expect(html.headers["content-security-policy"]).toMatch(/^default-src 'none'; .*; sandbox$/);
  expect((await visitor.get("/dev/mails/2")).text).not.toContain("<iframe");
});

test("a development mailbox contains only the last 100 mails", async () => {
  const { visitor, mailer } = await start({ HEARBACK_DEV: "1" });
  for (let index = 0; index < 101; index += 1) await mailer.send(MAIL);
  expect((await visitor.get("/dev/mails")).text.match(/<li>/g)).toHaveLength(100);
  expect((await visitor.get("/dev/mails/1")).status).toBe(404);
});
