import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { AccountData, exampleAccountData } from "./accountData.ts";
import { endpoint } from "./endpoint.ts";
import {
  companyChoice,
  companyName,
  email,
  fullName,
  idParam,
  idQuery,
  pageCursor,
  pageLimit,
  searchQuery,
} from "./fields.ts";
import { UNCONFIRMED_ADMIN } from "./members.ts";
import { DEFAULT_QUOTAS, quotaMessage } from "./quotas.ts";
import { USER_ROLES } from "./userRoles.ts";
import { User, UserRole, exampleUser } from "./users.ts";

/** An account in the admin console. */
export const AdminUser = z.extend(z.omit(User, { mustSetUpMfa: true, mustConfirmEmail: true }), {
  companyName: z.nullable(z.string()),
  isActive: z.boolean(),
  /** Whether the account's login requires a second factor. */
  hasMfa: z.boolean(),
});
export type AdminUser = z.output<typeof AdminUser>;

/**
 * The admin user form (docs/specification.md "5. Validation rules"). The page with the form adds
 * the role and a temporary password to the request.
 */
export const AdminUserForm = z.object({ username: email, fullName, companyName });

export const AdminUserChanges = z.partial(
  z.object({
    username: email,
    fullName,
    /** Name of the account's company, compared ignoring case. An unknown name creates a company. */
    companyName,
    ...companyChoice,
    role: UserRole,
    isActive: z.boolean(),
  }),
);

/** The filters of the list of accounts. `companyId` is the company that the account belongs to. */
export const AdminUserFilters = z.object({
  search: searchQuery,
  // A plain list of roles instead of the schema `UserRole`: importing that schema here would make
  // every page load zod.
  role: z.optional(z.enum(USER_ROLES)),
  companyId: z.optional(idQuery),
});

const userId = z.object({ id: idParam });
const notFound = "User not found";

export const adminUsersApi = {
  list: endpoint({
    operationId: "listUsers",
    method: "GET",
    path: "/api/admin/users",
    summary: "All accounts, newest first, one page at a time.",
    query: z.extend(AdminUserFilters, { limit: pageLimit, cursor: pageCursor }),
    response: z.array(AdminUser),
    status: 200,
    paged: true,
  }),
  update: endpoint({
    operationId: "changeUser",
    method: "PATCH",
    path: "/api/admin/users/:id",
    summary: "Changes an account. The last active super admin stays one.",
    params: userId,
    body: AdminUserChanges,
    response: AdminUser,
    status: 200,
    notFound,
    errors: {
      409: [
        "The last super admin must stay one",
        "Username already exists",
        UNCONFIRMED_ADMIN,
        quotaMessage("members", DEFAULT_QUOTAS.members),
        "This company has been changed or deleted. Check the company again.",
        "There is a company of this name by now. Check the company again.",
      ],
    },
  }),
  turnMfaOff: endpoint({
    operationId: "turnOffUserMfa",
    method: "DELETE",
    path: "/api/admin/users/:id/mfa",
    summary:
      "Turns off the second factor of someone who has lost it, and signs them out everywhere.",
    params: userId,
    response: z.undefined(),
    status: 204,
    notFound,
    errors: { 409: ["Your own second factor is turned off in your settings"] },
  }),
  endSessions: endpoint({
    operationId: "endUserSessions",
    method: "DELETE",
    path: "/api/admin/users/:id/sessions",
    summary: "Signs a user out everywhere.",
    params: userId,
    response: z.undefined(),
    status: 204,
    notFound,
  }),
  data: endpoint({
    operationId: "downloadUserData",
    method: "GET",
    path: "/api/admin/users/:id/data",
    summary: "Everything that is stored of an account, as a file.",
    params: userId,
    response: AccountData,
    status: 200,
    download: "account-data.json",
    notFound,
  }),
  remove: endpoint({
    operationId: "deleteUser",
    method: "DELETE",
    path: "/api/admin/users/:id",
    summary:
      "Deletes an account. Items and comments stay as those of a deleted user; votes are taken back.",
    params: userId,
    response: z.undefined(),
    status: 204,
    notFound,
    errors: {
      409: ["Your own account is deleted in your settings", "The last super admin must stay one"],
    },
  }),
} as const;

const { mustSetUpMfa: _, mustConfirmEmail: __, ...account } = exampleUser;
const exampleShown: AdminUser = { ...account, companyName: "Acme", isActive: true, hasMfa: false };

const exampleParams = { id: exampleUser.id };

export const adminUsersExamples: ExamplesOf<typeof adminUsersApi> = {
  listUsers: { query: { search: "robin" }, response: [exampleShown] },
  changeUser: {
    params: exampleParams,
    body: { isActive: false },
    response: { ...exampleShown, isActive: false },
  },
  turnOffUserMfa: { params: exampleParams },
  endUserSessions: { params: exampleParams },
  downloadUserData: { params: exampleParams, response: exampleAccountData },
  deleteUser: { params: exampleParams },
};
