import { beforeAll, describe, expect, test } from "vitest";
import {
  BOUNCE_HEADERS,
  bounceReport,
  failedRecipient,
} from "#server/checks/fixtures/bounceReport.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal, TEST_BOUNCE_TOKEN } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const report = (body: string | Buffer, headers: Record<string, string> = BOUNCE_HEADERS) =>
  portal.visitor("localhost").request("POST", "/api/mail/bounces", body, headers);
const suppressions = (address: string) =>
  portal.sql("select reason, detail from mail_suppression where address = $1", [address]);

describe("bounce reports", () => {
  test("an account's address with a permanent failure is suppressed, whatever the case of the letters in the report", async () => {
    const { username } = await portal.user("user");
    const { status } = await report(bounceReport(failedRecipient(username.toUpperCase())));
    expect(status).toBe(204);
    expect(await suppressions(username)).toEqual([
      { reason: "bounced", detail: "5.1.1 550 5.1.1 No such user" },
    ]);
    expect((await report(bounceReport(failedRecipient(username)))).status).toBe(204);
  });

  test("the report of a forwarded mail suppresses the address to which the portal sent the mail", async () => {
    const [sentTo, forwardedTo] = [await portal.user("user"), await portal.user("user")];
    await report(
      bounceReport([
        `Original-Recipient: rfc822;${sentTo.username}`,
        ...failedRecipient(forwardedTo.username),
      ]),
    );
    expect(await suppressions(sentTo.username)).toHaveLength(1);
    expect(await suppressions(forwardedTo.username)).toEqual([]);
  });

  test("the address of a bounce report that belongs to no account is not stored", async () => {
    expect((await report(bounceReport(failedRecipient("nobody@example.com")))).status).toBe(204);
    expect(await suppressions("nobody@example.com")).toEqual([]);
  });

  test.each([
    ["delayed", "4.4.1"],
    ["failed", "4.2.2"],
    ["relayed", "2.1.5"],
    ["delivered", "2.0.0"],
    ["delayed", "5.1.1"],
  ])("a bounce report with action %s and status %s suppresses nothing", async (action, status) => {
    const { username } = await portal.user("user");
    const lines = [
      `Final-Recipient: rfc822; ${username}`,
      `Action: ${action}`,
      `Status: ${status}`,
    ];
    expect((await report(bounceReport(lines))).status).toBe(204);
    expect(await suppressions(username)).toEqual([]);
  });

  test("a multipart/report is accepted if only the HTTP request has its content type", async () => {
    const { username } = await portal.user("user");
    const whole = bounceReport(failedRecipient(username));
    const body = whole.slice(whole.indexOf("--b1"));
    const { status } = await report(body, {
      ...BOUNCE_HEADERS,
      "content-type": 'multipart/report; report-type=delivery-status; boundary="b1"',
    });
    expect(status).toBe(204);
    expect(await suppressions(username)).toHaveLength(1);
  });

  test.each([
    ["nothing", ""],
    ["an ordinary mail", "Subject: Hello\r\n\r\nFinal-Recipient: rfc822; user@example.com"],
    ["a report without recipients", bounceReport()],
    ["a report about another kind of address", bounceReport(["Final-Recipient: x400; /G=a/"])],
    ["nested mails", "Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n".repeat(2000)],
    ["other bytes", Buffer.from([0, 255, 254, 13, 10, 0])],
  ])("the call for bounce reports refuses %s with 400", async (_, body) => {
    expect((await report(body)).status).toBe(400);
  });

  test("a bounce report of more than 1 MB is refused with 413, and a JSON body is refused with 415", async () => {
    expect((await report("x".repeat(1024 * 1024 + 1))).status).toBe(413);
    const json = { ...BOUNCE_HEADERS, "content-type": "application/json" };
    expect((await report("{}", json)).status).toBe(415);
  });

  test("a bounce report without the right token is refused with 401 and suppresses no address", async () => {
    const { username } = await portal.user("user");
    const body = bounceReport(failedRecipient(username));
    for (const authorization of ["", `Bearer ${TEST_BOUNCE_TOKEN}x`, TEST_BOUNCE_TOKEN])
      expect((await report(body, { ...BOUNCE_HEADERS, authorization })).status).toBe(401);
    expect(await suppressions(username)).toEqual([]);
  });

  test("the call for bounce reports does not exist if BOUNCE_TOKEN is not set", async () => {
    const closed = await portal.anotherApp({ BOUNCE_TOKEN: "" });
    const reply = await closed
      .visitor("localhost")
      .request("POST", "/api/mail/bounces", bounceReport(), BOUNCE_HEADERS);
    const unknown = await closed.visitor("localhost").post("/api/mail/unknown");
    expect([reply.status, reply.text]).toEqual([404, unknown.text]);
  });
});
