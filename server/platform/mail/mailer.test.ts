import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { loadConfig } from "#server/platform/config/config.ts";
import type { MailServer } from "#server/checks/fixtures/mailServer.ts";
import { startMailServer } from "#server/checks/fixtures/mailServer.ts";
import { mailLine } from "./mailLine.ts";
import type { Mail } from "./mailer.ts";
import { openMailer, transportOptions } from "./mailer.ts";

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

const MAIL: Mail = { to: "ada@example.com", subject: "Über alles", text: "Hello,\n.a line\nbye\n" };

function mailerWith(environment: Record<string, string>) {
  const logged: unknown[] = [];
  const logger = { warn: (...entry: unknown[]) => void logged.push(entry) };
  return { mailer: openMailer(loadConfig(environment), logger), logged };
}

describe("a mailer with SMTP_URL", () => {
  test("a mail without HTML is sent as a text-only mail with MAIL_FROM as its sender", async () => {
    const { mailer, logged } = mailerWith({
      SMTP_URL: server.url,
      MAIL_FROM: "Portal <portal@example.com>",
    });
    await mailer.send(MAIL);
    mailer.close();
    const [mail] = server.mails.splice(0);
    expect(mail).toMatchObject({
      from: { name: "Portal", address: "portal@example.com" },
      to: [{ address: MAIL.to }],
      subject: MAIL.subject,
      text: MAIL.text,
    });
    expect(mail?.html).toBeUndefined();
    expect(mail?.headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
    );
    expect(logged).toEqual([]);
  });

  test("line breaks in a subject do not add headers", async () => {
    const { mailer } = mailerWith({ SMTP_URL: server.url });
    await mailer.send({ ...MAIL, subject: "Hi\r\nBcc: everyone@example.com\r\n\r\nAnd a body" });
    mailer.close();
    const [mail] = server.mails.splice(0);
    expect(mail?.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(mail?.text).toBe(MAIL.text);
  });

  test("sending a mail rejects if the mail server refuses the mail, so that the job queue retries the job", async () => {
    const { mailer } = mailerWith({ SMTP_URL: server.url });
    server.isRefusing = true;
    await expect(mailer.send(MAIL)).rejects.toThrow("451");
    server.isRefusing = false;
    await mailer.send(MAIL);
    mailer.close();
    expect(server.mails.splice(0)).toHaveLength(1);
  });
});

test("sending a mail is aborted by the mail's abort signal while the mail server does not respond", async () => {
  const { mailer } = mailerWith({ SMTP_URL: server.url });
  server.behaviour = "hangs";
  const sending = mailer.send(MAIL, AbortSignal.timeout(200));
  await expect(sending).rejects.toMatchObject({ code: "EABORT" });
  server.behaviour = "answers";
  expect(await mailer.send(MAIL)).toContain("250");
  mailer.close();
  server.mails.length = 0;
});

test("the error of a failed mail says whether the whole mail was sent to the mail server", async () => {
  const { mailer } = mailerWith({ SMTP_URL: server.url });
  server.behaviour = "diesAfter";
  await expect(mailer.send(MAIL)).rejects.toMatchObject({ isContentSent: true });
  server.behaviour = "answers";
  mailer.close();
  server.mails.length = 0;
  const breaking = createServer((socket) => {
    socket.write("220 breaking\r\n");
    socket.on("data", (line) =>
      line.toString().startsWith("RCPT") ? socket.destroy() : socket.write("250 ok\r\n"),
    );
  }).listen(0, "127.0.0.1");
  await once(breaking, "listening");
  const { port } = breaking.address() as AddressInfo;
  const other = mailerWith({ SMTP_URL: `smtp://127.0.0.1:${String(port)}` }).mailer;
  await expect(other.send(MAIL)).rejects.toMatchObject({ isContentSent: false });
  other.close();
  breaking.close();
});

test("sending a mail without an abort signal is aborted after one minute", async () => {
  const { mailer } = mailerWith({ SMTP_URL: server.url });
  const minute = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(minute.signal);
  server.behaviour = "hangs";
  const sending = mailer.send(MAIL);
  minute.abort();
  await expect(sending).rejects.toMatchObject({ code: "EABORT" });
  expect(timeout).toHaveBeenCalledWith(60_000);
  timeout.mockRestore();
  server.behaviour = "answers";
  mailer.close();
});

test("a mail server has five minutes to respond, but only 15 seconds to accept a connection", () => {
  expect(transportOptions(server.url, undefined)).toMatchObject({
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 300_000,
  });
});

test("several mails are sent over one connection", async () => {
  const { mailer } = mailerWith({ SMTP_URL: server.url });
  const before = server.connections;
  for (let n = 0; n < 5; n += 1) await mailer.send(MAIL);
  mailer.close();
  expect(server.connections - before).toBe(1);
  server.mails.length = 0;
});

test("without SMTP_URL the whole mail is logged", async () => {
  const { mailer, logged } = mailerWith({ BASE_DOMAIN: "portal.example" });
  await mailer.send(MAIL);
  expect(logged).toEqual([
    [
      { mail: { from: "Hearback <no-reply@portal.example>", ...MAIL } },
      "SMTP_URL is not set: this mail is only logged",
    ],
  ]);
});

test("mailLine limits a name to one line of 120 characters without control characters", () => {
  expect(mailLine(" Acme\r\n\tBcc: x\u0000y\u2028z ")).toBe("Acme Bcc: x y z");
  expect(mailLine("\u202Eevil\u202C \u2066Acme\u2069\u202A")).toBe("evil Acme");
  expect(mailLine("x".repeat(500))).toHaveLength(120);
});
