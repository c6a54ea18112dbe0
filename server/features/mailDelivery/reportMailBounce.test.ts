import { beforeAll, describe, expect, test } from "vitest";
import {
  BOUNCE_HEADERS,
  bounceReport,
  bounceReportWith,
  failedRecipient,
  insertSentMail,
} from "#server/checks/fixtures/bounceReport.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal, TEST_BOUNCE_TOKEN } from "#server/checks/fixtures/testPortal.ts";
import { readBounceReport } from "./readBounceReport.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const report = (body: string | Buffer, headers: Record<string, string> = BOUNCE_HEADERS) =>
  portal.visitor("localhost").request("POST", "/api/mail/bounces", body, headers);
const suppressions = (address: string) =>
  portal.sql("select reason, detail from mail_suppression where address = $1", [address]);

/**
 * Creates an account to which a mail was sent. `returned` contains those lines of a bounce report
 * that return this mail.
 */
async function sentMail() {
  const company = await portal.company();
  const user = await portal.user("user", company);
  const mailWith = await insertSentMail(portal, { companyId: company.id, userId: user.id });
  const mail = mailWith();
  return { ...user, mail, mailWith, returned: ["Content-Type: message/rfc822", "", ...mail] };
}

interface ReportParts {
  action?: string;
  recipient?: string;
  reportType?: string;
  returnedType?: string;
}

/** Creates a report about a mail; RECIPIENT in its lines stands for the e-mail address. */
function reportWith(
  username: string,
  mail: readonly string[],
  lines: readonly string[],
  {
    action = "failed",
    recipient = "rfc822; RECIPIENT",
    reportType = "message/delivery-status",
    returnedType = "message/rfc822",
  }: ReportParts = {},
): string {
  const fields = [`Final-Recipient: ${recipient}`, `Action: ${action}`, ...lines];
  return bounceReportWith([`Content-Type: ${returnedType}`, "", ...mail], fields)
    .replace("message/delivery-status", reportType)
    .replaceAll("RECIPIENT", username);
}

describe("bounce reports", () => {
  test("the e-mail address of the account whose mail permanently failed is suppressed", async () => {
    const { username, returned } = await sentMail();
    const body = bounceReportWith(returned, failedRecipient(username.toUpperCase()));
    expect((await report(body)).status).toBe(204);
    expect(await suppressions(username)).toEqual([
      { reason: "bounced", detail: "5.1.1 550 5.1.1 No such user" },
    ]);
    expect((await report(body)).status).toBe(204);
  });

  test("a bounce report that returns only the headers of the mail suppresses the e-mail address", async () => {
    const { username, mail } = await sentMail();
    const returned = ["Content-Type: text/rfc822-headers", "", ...mail.slice(0, 2)];
    await report(bounceReportWith(returned, failedRecipient(username)));
    expect(await suppressions(username)).toHaveLength(1);
  });

  test("a bounce report suppresses the address to which the returned mail was sent, and not the address that the report names", async () => {
    const [sentTo, named] = [await sentMail(), await portal.user("user")];
    await report(bounceReportWith(sentTo.returned, failedRecipient(named.username)));
    expect(await suppressions(sentTo.username)).toHaveLength(1);
    expect(await suppressions(named.username)).toEqual([]);
  });

  test("a forged bounce report that does not contain a mail of the portal suppresses no e-mail address", async () => {
    const { username, mailWith } = await sentMail();
    const recipient = failedRecipient(username);
    const wrongKey = ["Content-Type: message/rfc822", "", ...mailWith("0123456789abcdef")];
    for (const body of [
      bounceReport(recipient),
      bounceReportWith([], recipient),
      bounceReportWith(wrongKey, recipient),
    ])
      expect((await report(body)).status).toBe(204);
    expect(await suppressions(username)).toEqual([]);
  });

  test.each([
    ["delayed", "4.4.1"],
    ["failed", "4.2.2"],
    ["relayed", "2.1.5"],
    ["delivered", "2.0.0"],
    ["delayed", "5.1.1"],
    ["failed", "5.7.26"],
    ["failed", "5.2.2"],
    ["failed", "5.1.8"],
    ["failed", "5.3.0"],
    ["failed", "5.4.1"],
  ])("a bounce report with action %s and status %s suppresses nothing", async (action, status) => {
    const { username, returned } = await sentMail();
    const lines = [
      `Final-Recipient: rfc822; ${username}`,
      `Action: ${action}`,
      `Status: ${status}`,
    ];
    expect((await report(bounceReportWith(returned, lines))).status).toBe(204);
    expect(await suppressions(username)).toEqual([]);
  });

  test.each([
    [
      "a generic status and a missing mailbox in the diagnosis",
      ["Status: 5.0.0", "Diagnostic-Code: smtp; 550 unknown mailbox"],
    ],
    [
      "a generic mailbox status and an unknown user",
      ["Status: 5.2.0", "Diagnostic-Code: SMTP; 550 : No such user here"],
    ],
    ["a code only in the diagnosis", ["Diagnostic-Code: smtp; 550 5.1.1 address does not exist"]],
    [
      "comments in the fields",
      ["Status: 5.1.1 (bad destination mailbox address)"],
      { action: "failed (bad destination)", recipient: "rfc822; <RECIPIENT> (Customer)" },
    ],
    ["an original recipient without a type", ["Status: 5.1.10", "Original-Recipient: RECIPIENT"]],
    [
      "an internationalized report",
      ["Status: 5.1.1"],
      {
        recipient: "utf-8; RECIPIENT",
        reportType: "message/global-delivery-status",
        returnedType: "message/global",
      },
    ],
    [
      "internationalized headers of the returned mail",
      ["Status: 5.1.1"],
      { returnedType: "message/global-headers" },
    ],
  ] as [string, string[], ReportParts?][])(
    "a bounce report with %s suppresses the e-mail address",
    async (_, lines, parts = {}) => {
      const { username, mail } = await sentMail();
      expect((await report(reportWith(username, mail, lines, parts))).status).toBe(204);
      expect(await suppressions(username)).toHaveLength(1);
    },
  );

  test.each([
    [
      "a policy",
      [
        "Status: 5.0.0",
        "Diagnostic-Code: smtp; 550 rejected by policy, see our page about blocklists",
      ],
    ],
    ["a full mailbox", ["Status: 5.2.2", "Diagnostic-Code: smtp; 552 5.2.2 mailbox over quota"]],
    [
      "a full mailbox without a specific status",
      ["Status: 5.2.0", "Diagnostic-Code: smtp; 552 Recipient mailbox is full"],
    ],
    ["a refused content", ["Status: 5.0.0", "Diagnostic-Code: smtp; 550 Message rejected"]],
  ])("a bounce report about %s suppresses nothing", async (_, lines) => {
    const { username, mail } = await sentMail();
    expect((await report(reportWith(username, mail, lines))).status).toBe(204);
    expect(await suppressions(username)).toEqual([]);
  });

  test("a bounce report is accepted if its content type multipart/report is in the HTTP header and not in the body", async () => {
    const { username, returned } = await sentMail();
    const whole = bounceReportWith(returned, failedRecipient(username));
    const body = whole.slice(whole.indexOf("--b1"));
    const { status } = await report(body, {
      ...BOUNCE_HEADERS,
      "content-type": 'multipart/report; report-type=delivery-status; boundary="b1"',
    });
    expect(status).toBe(204);
    expect(await suppressions(username)).toHaveLength(1);
  });

  test.each([
    ["an empty body", ""],
    ["an ordinary mail", "Subject: Hello\r\n\r\nFinal-Recipient: rfc822; user@example.com"],
    ["a report without recipients", bounceReport()],
    ["a report about another kind of address", bounceReport(["Final-Recipient: x400; /G=a/"])],
    ["nested mails", "Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n".repeat(1200)],
    ["other bytes", Buffer.from([0, 255, 254, 13, 10, 0])],
  ])("the endpoint for bounce reports refuses %s with 400", async (_, body) => {
    expect((await report(body)).status).toBe(400);
  });

  test("a bounce report of more than 64 kB is refused with 413, and a JSON body is refused with 415", async () => {
    expect((await report("x".repeat(64 * 1024 + 1))).status).toBe(413);
    const json = { ...BOUNCE_HEADERS, "content-type": "application/json" };
    expect((await report("{}", json)).status).toBe(415);
  });

  test("a bounce report that takes too long to read counts as none, and the next one is read", async () => {
    const short = bounceReport(failedRecipient("ann@example.org"));
    const bodyOf = (text: string) => ({
      contentType: "message/rfc822",
      content: Buffer.from(text),
    });
    // A thread that is open already can read a short report within a millisecond.
    const long = "X-Padding: a\r\n".repeat(60_000) + short;
    expect(await readBounceReport(bodyOf(long), 1)).toBeNull();
    expect((await readBounceReport(bodyOf(short)))?.recipients).toHaveLength(1);
  });

  test("a bounce report without the right token is refused with 401 and suppresses no e-mail address", async () => {
    const { username, returned } = await sentMail();
    const body = bounceReportWith(returned, failedRecipient(username));
    for (const authorization of ["", `Bearer ${TEST_BOUNCE_TOKEN}x`, TEST_BOUNCE_TOKEN])
      expect((await report(body, { ...BOUNCE_HEADERS, authorization })).status).toBe(401);
    expect(await suppressions(username)).toEqual([]);
  });

  test("the endpoint for bounce reports does not exist if BOUNCE_TOKEN is not set", async () => {
    const closed = await portal.anotherApp({ BOUNCE_TOKEN: "" });
    const reply = await closed
      .visitor("localhost")
      .request("POST", "/api/mail/bounces", bounceReport(), BOUNCE_HEADERS);
    const unknown = await closed.visitor("localhost").post("/api/mail/unknown");
    expect([reply.status, reply.text]).toEqual([404, unknown.text]);
  });
});
