import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { User, exampleUser } from "./users.ts";

/** A code from a mail. Spaces and hyphens are ignored. */
export const mailedCode = z.string("Code is required").check(
  z.maxLength(32, "The code has six digits"),
  z.overwrite((typed) => typed.replaceAll(/[\s-]/g, "")),
  z.regex(/^\d{6}$/, "The code has six digits"),
);

/** The body of POST /api/confirm-email. */
export const EmailConfirmation = z.object({ code: mailedCode });

/** Seconds until another code can be sent. */
export const CodeSent = z.object({ resendIn: z.number() });

export const confirmEmailApi = {
  send: endpoint({
    operationId: "requestConfirmationCode",
    method: "POST",
    path: "/api/confirm-email/send",
    withoutInvalidation: true,
    summary:
      "Mails a six-digit code to the signed-in account's address. It works for 15 minutes and five attempts, and replaces the previous one. At most one mail a minute is sent; an earlier call only returns how long to wait.",
    response: CodeSent,
    status: 200,
    errors: { 409: ["This email address is confirmed already"] },
  }),
  confirm: endpoint({
    operationId: "confirmEmail",
    method: "POST",
    path: "/api/confirm-email",
    withoutInvalidation: true,
    summary:
      "Confirms the signed-in account's address with the mailed code. Returns the account, also if its address was confirmed before.",
    body: EmailConfirmation,
    response: User,
    status: 200,
  }),
} as const;

export const confirmEmailExamples: ExamplesOf<typeof confirmEmailApi> = {
  requestConfirmationCode: { response: { resendIn: 60 } },
  confirmEmail: { body: { code: "123456" }, response: exampleUser },
};
