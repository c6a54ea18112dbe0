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
      maxBytes: 1024 * 1024,
    },
    response: z.undefined(),
    status: 204,
  }),
} as const;
