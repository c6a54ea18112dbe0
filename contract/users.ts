import * as z from "zod/mini";
import { timestamp } from "./fields.ts";

export const USER_ROLES = ["user", "company_admin", "super_admin"] as const;
export const UserRole = z.enum(USER_ROLES);
export type UserRole = z.output<typeof UserRole>;

/** A role in words. */
export const USER_ROLE_LABELS: Record<UserRole, string> = {
  user: "User",
  company_admin: "Company admin",
  super_admin: "Super admin",
};

/**
 * A signed-in account as its owner sees it (docs/specification.md "3. Entities and their fields").
 */
export const User = z.object({
  id: z.number(),
  /** The e-mail address. */
  username: z.string(),
  fullName: z.nullable(z.string()),
  role: UserRole,
  companyId: z.nullable(z.number()),
  /** Signed in with a temporary password: nothing else is allowed before it is changed. */
  mustChangePassword: z.boolean(),
  /** An admin whom the installation asks for a second factor: nothing else is allowed before it is set up. */
  mustSetUpMfa: z.boolean(),
  createdAt: timestamp,
});
export type User = z.output<typeof User>;

/**
 * How an author appears beside a comment (docs/specification.md "3. Entities and their fields").
 */
export const Author = z.object({
  /**
   * The e-mail address, for the author and the company's admins. Everyone else gets its first
   * character and `•••` (docs/product-decisions.md "Feedback").
   */
  username: z.string(),
  fullName: z.nullable(z.string()),
});
export type Author = z.output<typeof Author>;
