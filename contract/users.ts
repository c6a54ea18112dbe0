import * as z from "zod/mini";
import { pictureUrl, timestamp } from "./fields.ts";
import { USER_ROLES } from "./userRoles.ts";

export const UserRole = z.enum(USER_ROLES);
export type UserRole = z.output<typeof UserRole>;

/**
 * A signed-in account as its owner sees it (docs/specification.md "3. Entities and their fields").
 */
export const User = z.object({
  id: z.number(),
  /** The e-mail address. */
  username: z.string(),
  fullName: z.nullable(z.string()),
  pictureUrl,
  role: UserRole,
  companyId: z.nullable(z.number()),
  /**
   * Whether the account has a temporary password. If so, the user must change it before doing
   * anything else.
   */
  mustChangePassword: z.boolean(),
  /**
   * Whether the installation requires a second factor that the admin has not set up. If so, the
   * admin must set it up before doing anything else.
   */
  mustSetUpMfa: z.boolean(),
  /** When the owner proved that he or she receives mails at the address; null until then. */
  confirmedAt: z.nullable(timestamp),
  /**
   * Whether the account must confirm its e-mail address before it votes, comments, submits items,
   * follows or reports anything, or sets up MFA.
   */
  mustConfirmEmail: z.boolean(),
  createdAt: timestamp,
});
export type User = z.output<typeof User>;

/**
 * The author of a comment (docs/specification.md "3. Entities and their fields"), or a voter in the
 * list of voters.
 */
export const Author = z.object({
  /**
   * The e-mail address, for the author and the company's admins. All other viewers get only the
   * first character and `•••` (docs/product-decisions.md "Feedback"). In the list of voters, admins
   * get the same shortened address for voters who do not belong to the company.
   */
  username: z.string(),
  fullName: z.nullable(z.string()),
  pictureUrl,
});
export type Author = z.output<typeof Author>;

/**
 * The name that is shown for the author of items, comments and status changes after the author's
 * account was deleted.
 */
export const DELETED_USER = "Deleted user";

/** A customer of the example company. */
export const exampleUser: User = {
  id: 7,
  username: "robin@customer.example",
  fullName: "Robin Reyes",
  pictureUrl: "/pictures/6f1c9a52-5f0c-4c43-9d2a-0f3f7f0a8d11",
  role: "user",
  companyId: 1,
  mustChangePassword: false,
  mustSetUpMfa: false,
  confirmedAt: "2026-03-02T09:18:00.000Z",
  mustConfirmEmail: false,
  createdAt: "2026-03-02T09:15:00.000Z",
};

/** The author data that the customer and the company's admins receive. */
export const exampleAuthor: Author = {
  username: exampleUser.username,
  fullName: exampleUser.fullName,
  pictureUrl: exampleUser.pictureUrl,
};

/** The author data that all other viewers receive, with a masked e-mail address. */
export const exampleAuthorForVisitors: Author = {
  username: "r•••",
  fullName: exampleUser.fullName,
  pictureUrl: exampleUser.pictureUrl,
};
