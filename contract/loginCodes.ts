import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { existingUsername, secondFactorCode } from "./auth.ts";
import { CodeSent, mailedCode } from "./confirmEmail.ts";
import { endpoint } from "./endpoint.ts";
import { fullName, line } from "./fields.ts";
import { User, exampleUser } from "./users.ts";

/** The body of POST /api/login/code. The response is the same whether or not an account exists. */
export const LoginCodeRequest = z.object({
  username: existingUsername,
  /** The page that the mailed link opens after the login: a path of this host. */
  from: z.optional(line("Page", 0, 500)),
});

/** The body of POST /api/login/code/confirm. */
export const LoginCodeConfirmation = z.object({
  code: mailedCode,
  /**
   * Code of the second factor. It is required if an earlier attempt got a 401 with `codeRequired`.
   */
  secondFactorCode: z.optional(secondFactorCode),
  /** Required for an address without an account. An earlier attempt got a 400 for this field. */
  fullName: z.optional(fullName),
  /** The browser's time zone, for a new account. An unknown time zone is ignored. */
  timeZone: z.optional(line("Time zone", 0, 100)),
});

export const loginCodesApi = {
  request: endpoint({
    operationId: "requestLoginCode",
    method: "POST",
    path: "/api/login/code",
    withoutInvalidation: true,
    summary:
      "Mails a six-digit code and a link to log in with. On a company's host where sign-up is open, also to an address without an account. The response is always the same. The code works for ten minutes and five attempts, only together with the cookie that this call sets. At most one mail a minute is sent; an earlier call only returns how long to wait.",
    body: LoginCodeRequest,
    response: CodeSent,
    status: 200,
  }),
  confirm: endpoint({
    operationId: "confirmLoginCode",
    method: "POST",
    path: "/api/login/code/confirm",
    summary:
      "Signs in with the mailed code, in the browser that has requested it, and sets the session cookie. After a 401 with `codeRequired`, repeat the request with the code of the second factor; after a 400 for `fullName`, with the name for the new account.",
    body: LoginCodeConfirmation,
    response: User,
    status: 200,
    errors: {
      401: [
        "This account has been deactivated",
        "Enter the code of your authenticator app",
        "This code is not right. Codes change every 30 seconds and work once.",
      ],
      403: ["Super admins sign in at hearback.example, not on a custom domain"],
    },
  }),
} as const;

export const loginCodesExamples: ExamplesOf<typeof loginCodesApi> = {
  requestLoginCode: {
    body: { username: exampleUser.username, from: "/feedback/42" },
    response: { resendIn: 60 },
  },
  confirmLoginCode: { body: { code: "123456" }, response: exampleUser },
};
