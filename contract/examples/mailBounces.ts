import type { mailBouncesApi } from "../mailBounces.ts";
import type { ExamplesOf } from "./example.ts";

const REPORT = `From: MAILER-DAEMON@mail.example
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
  reportMailBounce: { body: REPORT },
};
