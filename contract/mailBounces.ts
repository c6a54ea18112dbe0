import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

export const mailBouncesApi = {
  report: endpoint({
    operationId: "reportMailBounce",
    method: "POST",
    path: "/api/mail/bounces",
    withoutInvalidation: true,
    summary:
      "Takes a delivery status notification (RFC 3464), as a mail server delivers it to the bounce mailbox. An address that failed for good gets no further notification mails. Delayed, relayed and temporary failures change nothing. 404 without BOUNCE_TOKEN.",
    raw: {
      mediaTypes: ["message/rfc822", "multipart/report", "text/plain"],
      // The mail parser is not linear, and a report is small.
      maxBytes: 64 * 1024,
    },
    response: z.undefined(),
    status: 204,
  }),
} as const;

const exampleREPORT = `From: MAILER-DAEMON@mail.example
To: bounces@example.com
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

The mail could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example

Final-Recipient: rfc822; ada@example.com
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 No such user

--b--
`;

export const mailBouncesExamples: ExamplesOf<typeof mailBouncesApi> = {
  reportMailBounce: { body: exampleREPORT },
};
