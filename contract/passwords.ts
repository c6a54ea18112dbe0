import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { passwordAgain, existingUsername, examplePassword } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { FRESH_SIGN_IN_FIRST } from "./errors.ts";
import { newPassword } from "./fields.ts";
import { User, exampleUser } from "./users.ts";

/** The token in the link of a password reset mail: 256 bits in base64url. */
export const RESET_TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The body of POST /api/user/password. */
export const PasswordChange = z.object({ currentPassword: passwordAgain, newPassword });

/**
 * The body of POST /api/password-reset. The text need not be an e-mail address. The response is the
 * same whether or not an account exists.
 */
export const PasswordResetRequest = z.object({ username: existingUsername });

/**
 * The response to a password reset request. The message is the same whether the account exists or
 * not.
 */
export const PasswordResetAnswer = z.object({ message: z.string() });

/** The body of POST /api/password-reset/confirm. The token comes from the link in the mail. */
export const PasswordReset = z.object({
  token: z.string("The link is incomplete").check(z.regex(RESET_TOKEN, "The link is incomplete")),
  newPassword,
});

/** The endpoints that give an account a new password. */
export const passwordsApi = {
  changePassword: endpoint({
    operationId: "changePassword",
    method: "POST",
    path: "/api/user/password",
    withoutInvalidation: true,
    summary:
      "Changes the signed-in user's password, or sets the first one. Every other session of the account ends.",
    body: PasswordChange,
    response: User,
    status: 200,
    errors: { 403: [FRESH_SIGN_IN_FIRST] },
  }),
  requestPasswordReset: endpoint({
    operationId: "requestPasswordReset",
    method: "POST",
    path: "/api/password-reset",
    withoutInvalidation: true,
    summary: "Mails a password reset link if the account exists. The response is always the same.",
    body: PasswordResetRequest,
    response: PasswordResetAnswer,
    status: 200,
  }),
  resetPassword: endpoint({
    operationId: "resetPassword",
    method: "POST",
    path: "/api/password-reset/confirm",
    withoutInvalidation: true,
    summary:
      "Sets a new password with the token from a mail. Every session of the account ends; the caller is not signed in.",
    body: PasswordReset,
    response: z.undefined(),
    status: 204,
  }),
} as const;

const exampleNewPassword = "a quite different battery";

export const passwordsExamples: ExamplesOf<typeof passwordsApi> = {
  changePassword: {
    body: { currentPassword: examplePassword, newPassword: exampleNewPassword },
    response: exampleUser,
  },
  requestPasswordReset: {
    body: { username: exampleUser.username },
    response: {
      message: "If there is an account with this address, a mail with a link is on its way.",
    },
  },
  resetPassword: {
    body: { token: "3q2-7wAAAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBk", newPassword: exampleNewPassword },
  },
};
