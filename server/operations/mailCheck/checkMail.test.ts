import { expect, onTestFinished, test } from "vitest";
import type { MailServer } from "#server/checks/fixtures/mailServer.ts";
import { startMailServer } from "#server/checks/fixtures/mailServer.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { checkMail } from "./checkMail.ts";

const PASSWORD = "correct-horse-battery";

async function serverWithLogin(): Promise<MailServer> {
  const server = await startMailServer({ login: { user: "portal", pass: PASSWORD } });
  onTestFinished(() => server.close());
  return server;
}

async function check(smtpUrl: string) {
  const lines: string[] = [];
  const config = loadConfig({ SMTP_URL: smtpUrl, MAIL_FROM: "Portal <portal@example.com>" });
  const failure = await checkMail(config, "ada@example.com", (line) => lines.push(line));
  return { failure, output: lines.join("\n") };
}

const withLogin = ({ url }: MailServer, password = PASSWORD) =>
  url.replace("smtp://", `smtp://portal:${password}@`);

test("the mail check sends one mail and prints the response to each step, but no password", async () => {
  const server = await serverWithLogin();
  const { failure, output } = await check(withLogin(server));
  expect(failure).toBeNull();
  expect(server.mails.map(({ subject }) => subject)).toEqual([
    "Hearback: a test of the mail server",
  ]);
  expect(server.mails[0]?.headers.map(({ key }) => key)).toContain("list-unsubscribe-post");
  const steps = output.split("\n").map((line) => line.split(":", 1)[0]);
  for (const step of [
    "DKIM",
    "Connection",
    "Greeting",
    "EHLO",
    "AUTH",
    "MAIL FROM",
    "RCPT TO",
    "DATA",
    "Content",
  ])
    expect(steps).toContain(step);
  for (const secret of [PASSWORD, Buffer.from(PASSWORD).toString("base64").slice(0, 12)])
    expect(output).not.toContain(secret);
});

test.each([
  ["a wrong password", "user name or password", (server: MailServer) => withLogin(server, "wrong")],
  ["an unreachable server", "cannot be reached", () => "smtp://127.0.0.1:1"],
  [
    "a refused recipient",
    "recipient's address. It responded: 550 5.1.1 No such user",
    (server: MailServer) => {
      server.refusals.set("ada@example.com", "550 5.1.1 No such user");
      return withLogin(server);
    },
  ],
  [
    "a refused sender",
    "MAIL_FROM",
    (server: MailServer) => {
      server.senderRefusal = "553 5.7.1 Not yours";
      return withLogin(server);
    },
  ],
])("the mail check explains %s", async (_, reason, urlOf) => {
  const server = await serverWithLogin();
  const { failure } = await check(urlOf(server));
  expect(failure).toContain(reason);
});

test("without SMTP_URL, the mail check says that the variable must be set", async () => {
  expect((await check("")).failure).toMatch(/^Set SMTP_URL first/);
});
