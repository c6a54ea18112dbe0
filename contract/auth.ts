import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import {
  companyChoice,
  companyName,
  email,
  fullName,
  isStorable,
  line,
  newPassword,
  subdomain,
} from "./fields.ts";
import { DEFAULT_QUOTAS, quotaMessage } from "./quotas.ts";
import { User, exampleUser } from "./users.ts";

/**
 * An existing password. The rules for new passwords do not apply: a password set under older rules
 * must still be accepted.
 */
export const existingPassword = z
  .string("Password is required")
  .check(z.minLength(1, "Password is required"), z.maxLength(1024, "Password is too long"));

/**
 * The password of the signed-in account, to prove who uses the session. An account without a password
 * sends none; it must have logged in within the last five minutes.
 */
export const passwordAgain = z.optional(existingPassword);

/**
 * The address of an existing account. It is not normalized, so that a character that looks like a
 * letter does not become this letter.
 */
export const existingUsername = z
  .string("Email is required")
  .check(
    z.trim(),
    z.minLength(1, "Email is required"),
    z.maxLength(254, "Email must be at most 254 characters"),
    z.refine(isStorable, "Email contains characters that cannot be stored"),
  );

/** Six digits from an authenticator app, or a recovery code. Spaces and hyphens are ignored. */
export const secondFactorCode = line("Code", 1, 32);

/** The body of POST /api/login. */
export const Credentials = z.object({
  username: existingUsername,
  password: existingPassword,
  /**
   * Code of the second factor. It is required if an earlier attempt got a 401 with `codeRequired`.
   */
  code: z.optional(secondFactorCode),
});

/**
 * The registration form on the product host. It creates a company and its admin
 * (docs/specification.md "/register").
 */
export const NewCompanyAccount = z.object({
  username: email,
  password: newPassword,
  fullName,
  companyName,
  subdomain,
});

/**
 * The registration form on a company's host. It creates a customer of that company
 * (docs/product-decisions.md "Accounts").
 */
export const NewCustomerAccount = z.object({ username: email, password: newPassword, fullName });

/**
 * The body of POST /api/register. The host decides which fields are required and which role the
 * account gets; a different `role` in the body is refused. `companyId` and `found` have an effect
 * only in a request of a super admin.
 */
export const NewAccount = z.object({
  username: email,
  password: newPassword,
  fullName,
  role: z.optional(z.enum(["user", "company_admin"], "Role must be user or company_admin")),
  companyName: z.optional(companyName),
  subdomain: z.optional(subdomain),
  /**
   * The browser's time zone, which determines when digests are sent. An unknown time zone is
   * ignored.
   */
  timeZone: z.optional(line("Time zone", 0, 100)),
  ...companyChoice,
});

/** Whether a subdomain can be registered, and if not, why. */
export const SubdomainCheck = z.object({ state: z.enum(["free", "reserved", "taken"]) });
export type SubdomainCheck = z.output<typeof SubdomainCheck>;

export const authApi = {
  login: endpoint({
    operationId: "login",
    method: "POST",
    path: "/api/login",
    withoutInvalidation: true,
    summary:
      "Signs in and sets the session cookie. After a 401 with `codeRequired`, repeat the request with the code of the second factor.",
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
      403: ["Super admins sign in at hearback.example, not on a custom domain"],
    },
  }),
  register: endpoint({
    operationId: "register",
    method: "POST",
    path: "/api/register",
    summary:
      "Creates an account and signs it in: on the product host a company with its admin, on a company's host a customer of that company.",
    body: NewAccount,
    response: User,
    status: 201,
    errors: {
      403: ["Public registration is disabled", "Sign out before you open another account"],
      409: [
        "Username already exists",
        "Subdomain is already taken",
        quotaMessage("members", DEFAULT_QUOTAS.members),
        "This company has been changed or deleted. Check the company again.",
        "There is a company of this name by now. Check the company again.",
      ],
    },
  }),
  checkSubdomain: endpoint({
    operationId: "checkSubdomain",
    method: "GET",
    path: "/api/register/subdomain",
    summary:
      "Whether a new company can have the subdomain. The subdomain of a deleted company stays taken.",
    query: z.object({ subdomain }),
    response: SubdomainCheck,
    status: 200,
    errors: {
      403: ["Public registration is disabled", "Sign out before you open another account"],
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
  currentUser: endpoint({
    operationId: "readCurrentUser",
    method: "GET",
    path: "/api/user",
    scope: "any",
    summary: "The signed-in user; 401 if nobody is signed in.",
    response: User,
    status: 200,
  }),
} as const;

export const examplePassword = "correct horse battery";

export const authExamples: ExamplesOf<typeof authApi> = {
  login: {
    body: { username: exampleUser.username, password: examplePassword },
    response: exampleUser,
  },
  register: {
    body: { username: exampleUser.username, password: examplePassword, fullName: "Robin Reyes" },
    response: exampleUser,
  },
  checkSubdomain: { query: { subdomain: "acme" }, response: { state: "free" } },
  logout: {},
  readCurrentUser: { response: exampleUser },
};
