import type { AdminCompany } from "#contract/adminCompanies.ts";
import type { AdminUser } from "#contract/adminUsers.ts";
import type { AuditEntry } from "#contract/auditLog.ts";
import { acme, aCustomer, daysAgo } from "./fixtures.ts";

/** Creates a company in the admin console. */
export function anAdminCompany(changes: Partial<AdminCompany> = {}): AdminCompany {
  return {
    ...acme,
    stripeCustomerId: null,
    subscriptionStatus: "active",
    subscriptionPlan: "free",
    boardsCount: 3,
    feedbackCount: 60,
    usersCount: 12,
    isBeingDeleted: false,
    createdAt: daysAgo(400),
    ...changes,
  };
}

/** Creates an account in the admin console. */
export function anAdminUser(changes: Partial<AdminUser> = {}): AdminUser {
  const { mustSetUpMfa: _, mustConfirmEmail: __, ...user } = aCustomer();
  return { ...user, companyName: acme.name, isActive: true, hasMfa: false, ...changes };
}

/** Creates the audit entry of a category that Acme's admin created. */
export function anAuditEntry(changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: "71",
    companyId: acme.id,
    companyName: acme.name,
    actorUsername: "admin@acme.example",
    action: "category.create",
    subject: "Mobile",
    details: {},
    ip: "192.0.2.1",
    createdAt: daysAgo(1),
    ...changes,
  };
}
