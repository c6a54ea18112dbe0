import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { companyName, email, fullName, newPassword, subdomain, text } from "./fields.ts";
import { User } from "./users.ts";

/** Taken as it is: no rule of today locks out a password of yesterday. */
export const givenPassword = z
  .string("Password is required")
  .check(z.minLength(1, "Password is required"), z.maxLength(1024, "Password is too long"));

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens don't matter. */
export const secondFactorCode = text("Code", 1, 32);

/** The token in the link of a mail: 256 bits. */
export const RESET_TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** POST /api/login. */
export const Credentials = z.object({
  username: text("Email", 1, 254),
  password: givenPassword,
  /** Of the authenticator app, or a recovery code; asked for by `codeRequired` of a 401. */
  code: z.optional(secondFactorCode),
});

/** On the product's own host: a company and its admin (SPEC section 2, /register). */
export const NewCompanyAccount = z.object({
  username: email,
  password: newPassword,
  fullName,
  companyName,
  subdomain,
});

/** On a company's host: a customer of that company (DECISIONS "Accounts"). */
export const NewCustomerAccount = z.object({ username: email, password: newPassword, fullName });

/**
 * What POST /api/register takes. Which fields are required depends on the host; the role is only ever compared with
 * the one the host gives, never believed.
 */
export const NewAccount = z.object({
  username: email,
  password: newPassword,
  fullName,
  role: z.optional(z.enum(["user", "company_admin"], "Role must be user or company_admin")),
  companyName: z.optional(companyName),
  subdomain: z.optional(subdomain),
});

/** POST /api/user/password. */
export const PasswordChange = z.object({ currentPassword: givenPassword, newPassword });

/** POST /api/password-reset. Any text: an unknown address is answered like a known one. */
export const PasswordResetRequest = z.object({ username: text("Email", 1, 254) });

/** Says the same whether there is such an account or not. */
export const PasswordResetAnswer = z.object({ message: z.string() });

/** POST /api/password-reset/confirm. The token is the one of the mail's link. */
export const PasswordReset = z.object({
  token: z.string("The link is incomplete").check(z.regex(RESET_TOKEN, "The link is incomplete")),
  newPassword,
});

export const authApi = {
  login: endpoint({
    operationId: "login",
    method: "POST",
    path: "/api/login",
    withoutInvalidation: true,
    summary:
      "Signs in and sets the session cookie. A 401 with `codeRequired` asks for the same again with the code of a second factor.",
    body: Credentials,
    response: User,
    status: 200,
    errors: {
      401: [
        "Invalid credentials",
        "This account has been deactivated",
        "This temporary password has expired",
        "Enter the code of your authenticator app",
        "This code is not right. Codes change every 30 seconds and work once.",
      ],
    },
  }),
  register: endpoint({
    operationId: "register",
    method: "POST",
    path: "/api/register",
    summary:
      "Creates an account and signs it in: on the product's host a company with its admin, on a company's host a customer of it.",
    body: NewAccount,
    response: User,
    status: 201,
    errors: {
      403: ["Public registration is disabled", "Sign out before you open another account"],
      409: ["Username already exists", "Subdomain is already taken"],
    },
  }),
  logout: endpoint({
    operationId: "logout",
    method: "POST",
    path: "/api/logout",
    withoutInvalidation: true,
    summary: "Ends the session.",
    response: z.undefined(),
    status: 204,
  }),
  changePassword: endpoint({
    operationId: "changePassword",
    method: "POST",
    path: "/api/user/password",
    withoutInvalidation: true,
    summary: "Changes the own password; every other session of the account ends.",
    body: PasswordChange,
    response: User,
    status: 200,
  }),
  requestPasswordReset: endpoint({
    operationId: "requestPasswordReset",
    method: "POST",
    path: "/api/password-reset",
    withoutInvalidation: true,
    summary:
      "Mails a link to a new password, where there is such an account; the answer is always the same.",
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
      "Sets a new password with the token of a mail. Every session of the account ends; nobody is signed in.",
    body: PasswordReset,
    response: z.undefined(),
    status: 204,
  }),
  currentUser: endpoint({
    operationId: "readCurrentUser",
    method: "GET",
    path: "/api/user",
    summary: "The signed-in user; 401 when nobody is.",
    response: User,
    status: 200,
  }),
} as const;
