import fc from "fast-check";
import { bounceReport } from "#server/checks/fixtures/bounceReport.ts";
import { hostileText } from "./hostileValues.ts";

const field = fc.oneof(
  fc.constantFrom(
    "Final-Recipient: rfc822; nobody@example.com",
    "Original-Recipient: rfc822; <nobody@example.com>",
    "Final-Recipient: x400; /G=a/",
    "Action: failed",
    "Status: 5.1.1",
    "Status: 4.2.2 (full)",
    ": x",
    `Status: ${"5.".repeat(5_000)}`,
  ),
  hostileText.map((text) => `Diagnostic-Code: smtp; ${text.toWellFormed().slice(0, 2_000)}`),
);

/** Generates valid, truncated and deeply nested bounce reports, and hostile texts. */
export const fuzzedReport: fc.Arbitrary<{ type: string; body: Buffer }> = fc.record({
  type: fc.constantFrom(
    "message/rfc822",
    "message/rfc822; charset=x",
    "multipart/report; boundary=b1",
    "multipart/report",
    "text/plain",
    "application/json",
  ),
  body: fc
    .oneof(
      fc
        .tuple(
          fc.array(fc.array(field, { maxLength: 6 }), { maxLength: 4 }),
          fc.constantFrom(1, 0.5),
        )
        .map(([recipients, part]) => {
          const report = bounceReport(...recipients);
          return report.slice(0, report.length * part);
        }),
      fc
        .integer({ min: 1, max: 300 })
        .map((depth) => "Content-Type: message/rfc822\r\n\r\n".repeat(depth)),
      hostileText.map((text) => text.toWellFormed()),
    )
    .map((text) => Buffer.from(text)),
});
