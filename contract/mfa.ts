import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { passwordAgain, secondFactorCode } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { CONFIRM_EMAIL_FIRST, FRESH_SIGN_IN_FIRST } from "./errors.ts";

/** The state of the second factor of the signed-in account. */
export const MfaStatus = z.object({
  isOn: z.boolean(),
  /**
   * Whether the installation requires a second factor for this account. If so, the account cannot
   * turn its second factor off.
   */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.number(),
});
export type MfaStatus = z.output<typeof MfaStatus>;

/** The body of POST /api/user/mfa/setup. */
export const MfaSetup = z.object({ password: passwordAgain });

/** The new secret for an authenticator app. */
export const MfaSecret = z.object({
  /** The secret in Base32, for manual entry. */
  secret: z.string(),
  /** An otpauth: URI, for a QR code. */
  uri: z.string(),
});

/** The body of POST /api/user/mfa/confirm. */
export const MfaConfirmation = z.object({ code: secondFactorCode });

/** The body of POST /api/user/mfa/recovery-codes and of POST /api/user/mfa/turn-off. */
export const BothFactors = z.object({ password: passwordAgain, code: secondFactorCode });

/** Ten single-use codes that replace the code of the authenticator app. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const mfaApi = {
  status: endpoint({
    operationId: "readMfaStatus",
    method: "GET",
    path: "/api/user/mfa",
    summary: "Whether the signed-in account has a second factor.",
    response: MfaStatus,
    status: 200,
  }),
  setup: endpoint({
    operationId: "setUpMfa",
    method: "POST",
    path: "/api/user/mfa/setup",
    withoutInvalidation: true,
    summary:
      "Creates a new secret for an authenticator app. It takes effect after the confirm call with a code from it.",
    body: MfaSetup,
    response: MfaSecret,
    status: 200,
    errors: {
      403: [CONFIRM_EMAIL_FIRST, FRESH_SIGN_IN_FIRST],
      409: ["Two-factor authentication is on already"],
    },
  }),
  confirm: endpoint({
    operationId: "confirmMfa",
    method: "POST",
    path: "/api/user/mfa/confirm",
    withoutInvalidation: true,
    summary:
      "Turns the second factor on with a code from the new secret. Returns the recovery codes, which no other call shows. Every other session of the account ends.",
    body: MfaConfirmation,
    response: RecoveryCodes,
    status: 200,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: ["Two-factor authentication is on already"] },
  }),
  renewRecoveryCodes: endpoint({
    operationId: "renewRecoveryCodes",
    method: "POST",
    path: "/api/user/mfa/recovery-codes",
    withoutInvalidation: true,
    summary: "Returns new recovery codes. The old ones stop working.",
    body: BothFactors,
    response: RecoveryCodes,
    status: 200,
    errors: { 403: [FRESH_SIGN_IN_FIRST], 409: ["Two-factor authentication is off"] },
  }),
  turnOff: endpoint({
    operationId: "turnMfaOff",
    method: "POST",
    path: "/api/user/mfa/turn-off",
    withoutInvalidation: true,
    summary: "Turns the second factor off.",
    body: BothFactors,
    response: z.undefined(),
    status: 204,
    errors: { 403: ["Two-factor authentication is required for admins here", FRESH_SIGN_IN_FIRST] },
  }),
} as const;

const examplePassword = "correct horse battery";
const exampleRecoveryCodes = ["abcde-fghij", "klmno-pqrst"];

export const mfaExamples: ExamplesOf<typeof mfaApi> = {
  readMfaStatus: { response: { isOn: true, isRequired: false, recoveryCodesLeft: 10 } },
  setUpMfa: {
    body: { password: examplePassword },
    response: {
      secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
      uri: "otpauth://totp/Hearback:robin%40customer.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Hearback",
    },
  },
  confirmMfa: { body: { code: "123456" }, response: { recoveryCodes: exampleRecoveryCodes } },
  renewRecoveryCodes: {
    body: { password: examplePassword, code: "123456" },
    response: { recoveryCodes: exampleRecoveryCodes },
  },
  turnMfaOff: { body: { password: examplePassword, code: "123456" } },
};
