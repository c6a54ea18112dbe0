import * as z from "zod/mini";
import { givenPassword, secondFactorCode } from "./auth.ts";
import { endpoint } from "./endpoint.ts";

/** Whether the own account asks for a second factor at login. */
export const MfaStatus = z.object({
  isOn: z.boolean(),
  /** The installation asks for one of this account: it cannot be turned off. */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.number(),
});
export type MfaStatus = z.output<typeof MfaStatus>;

/** POST /api/user/mfa/setup. */
export const MfaSetup = z.object({ password: givenPassword });

/** The secret of an authenticator app. */
export const MfaSecret = z.object({
  /** Base32, to be typed. */
  secret: z.string(),
  /** otpauth:, to be shown as a QR code. */
  uri: z.string(),
});

/** POST /api/user/mfa/confirm. */
export const MfaConfirmation = z.object({ code: secondFactorCode });

/** POST /api/user/mfa/recovery-codes and /api/user/mfa/turn-off: both factors. */
export const BothFactors = z.object({ password: givenPassword, code: secondFactorCode });

/** Ten codes, each of which stands in for the app once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const mfaApi = {
  status: endpoint({
    operationId: "readMfaStatus",
    method: "GET",
    path: "/api/user/mfa",
    summary: "Whether the own account asks for a second factor.",
    response: MfaStatus,
    status: 200,
  }),
  setup: endpoint({
    operationId: "setUpMfa",
    method: "POST",
    path: "/api/user/mfa/setup",
    withoutInvalidation: true,
    summary:
      "Makes a new secret for an authenticator app. It counts once a code of it has confirmed it.",
    body: MfaSetup,
    response: MfaSecret,
    status: 200,
    errors: { 409: ["Two-factor authentication is on already"] },
  }),
  confirm: endpoint({
    operationId: "confirmMfa",
    method: "POST",
    path: "/api/user/mfa/confirm",
    withoutInvalidation: true,
    summary:
      "Turns the second factor on with a code of the new secret, and gives the recovery codes, once. Every other session of the account ends.",
    body: MfaConfirmation,
    response: RecoveryCodes,
    status: 200,
    errors: { 409: ["Two-factor authentication is on already"] },
  }),
  renewRecoveryCodes: endpoint({
    operationId: "renewRecoveryCodes",
    method: "POST",
    path: "/api/user/mfa/recovery-codes",
    withoutInvalidation: true,
    summary: "Gives new recovery codes, once. The old ones no longer work.",
    body: BothFactors,
    response: RecoveryCodes,
    status: 200,
    errors: { 409: ["Two-factor authentication is off"] },
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
    errors: { 403: ["Two-factor authentication is required for admins here"] },
  }),
} as const;
