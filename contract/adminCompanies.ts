import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { Company, exampleCompany } from "./companies.ts";
import { endpoint } from "./endpoint.ts";
import {
  companyName,
  idParam,
  line,
  optionalText,
  pageCursor,
  pageLimit,
  searchQuery,
  subdomain,
  text,
  timestamp,
  website,
} from "./fields.ts";

export const SUBSCRIPTION_STATUSES = ["active", "past_due", "canceled", "trialing"] as const;
export const SUBSCRIPTION_PLANS = ["free", "starter", "professional", "enterprise"] as const;

export const SUBSCRIPTION_STATUS_LABELS: Record<(typeof SUBSCRIPTION_STATUSES)[number], string> = {
  active: "Active",
  past_due: "Past due",
  canceled: "Canceled",
  trialing: "Trialing",
};

export const SUBSCRIPTION_PLAN_LABELS: Record<(typeof SUBSCRIPTION_PLANS)[number], string> = {
  free: "Free",
  starter: "Starter",
  professional: "Professional",
  enterprise: "Enterprise",
};

const subscriptionStatus = z.enum(SUBSCRIPTION_STATUSES, "Unknown subscription status");
const subscriptionPlan = z.enum(SUBSCRIPTION_PLANS, "Unknown subscription plan");

/** A company in the admin console: public profile, billing fields and totals. */
export const AdminCompany = z.extend(Company, {
  stripeCustomerId: z.nullable(z.string()),
  subscriptionStatus,
  subscriptionPlan,
  boardsCount: z.number(),
  feedbackCount: z.number(),
  usersCount: z.number(),
  /**
   * Whether the deletion has started, so that the portal is no longer reachable. If this stays
   * true, the deletion was interrupted, and a second DELETE completes the deletion.
   */
  isBeingDeleted: z.boolean(),
  createdAt: timestamp,
});
export type AdminCompany = z.output<typeof AdminCompany>;

/**
 * A company whose name a super admin has typed, with data by which the super admin can recognize
 * the company.
 */
export const NamedCompany = z.object({
  id: z.number(),
  name: z.string(),
  subdomain: z.nullable(z.string()),
  createdAt: timestamp,
  /** E-mail addresses of the first three active admins. */
  admins: z.array(z.string()),
  adminsCount: z.number(),
});
export type NamedCompany = z.output<typeof NamedCompany>;

const blankAsUndefined = z.pipe(
  z.optional(z.string()),
  z.transform((value) => (value?.trim() === "" ? undefined : value)),
);

/** The body of POST /api/admin/companies. */
export const NewAdminCompany = z.object({
  name: companyName,
  description: optionalText("Description", 2000),
  website,
  /** The company's subdomain. If it is omitted or empty, the company has no portal URL yet. */
  subdomain: z.optional(z.pipe(blankAsUndefined, z.optional(subdomain))),
});

/**
 * Changes of a company. A subdomain can be set once and cannot be changed afterwards. A company
 * without a subdomain accepts null, because GET returns null for the missing subdomain.
 */
export const AdminCompanyChanges = z.partial(
  z.object({
    name: companyName,
    description: z.nullable(text("Description", 0, 2000)),
    website,
    stripeCustomerId: z.nullable(line("Stripe ID", 0, 120)),
    subscriptionStatus,
    subscriptionPlan,
    subdomain: z.nullable(subdomain),
  }),
);

const companyId = z.object({ id: idParam });
const notFound = "Company not found";

export const adminCompaniesApi = {
  list: endpoint({
    operationId: "listCompanies",
    method: "GET",
    path: "/api/admin/companies",
    summary: "All companies, one page at a time.",
    query: z.object({
      search: searchQuery,
      sort: z._default(z.enum(["name", "date"], "sort must be name or date"), "name"),
      limit: pageLimit,
      cursor: pageCursor,
    }),
    response: z.array(AdminCompany),
    status: 200,
    paged: true,
  }),
  named: endpoint({
    operationId: "listCompaniesNamed",
    method: "GET",
    path: "/api/admin/companies/named",
    summary:
      "The companies whose name contains this text, ignoring case, those of exactly this name first; at most ten.",
    query: z.object({ name: companyName }),
    response: z.array(NamedCompany),
    status: 200,
  }),
  create: endpoint({
    operationId: "createCompany",
    method: "POST",
    path: "/api/admin/companies",
    summary: "Adds a company.",
    body: NewAdminCompany,
    response: AdminCompany,
    status: 201,
    errors: { 409: ["Subdomain is already taken"] },
  }),
  update: endpoint({
    operationId: "changeCompany",
    method: "PATCH",
    path: "/api/admin/companies/:id",
    summary: "Changes a company.",
    params: companyId,
    body: AdminCompanyChanges,
    response: AdminCompany,
    status: 200,
    notFound,
    errors: {
      409: ["Subdomain is already taken", "The subdomain cannot be changed once it is set"],
    },
  }),
  remove: endpoint({
    operationId: "removeCompany",
    method: "DELETE",
    path: "/api/admin/companies/:id",
    summary: "Deletes a company and all associated data; its subdomain stays taken.",
    params: companyId,
    response: z.undefined(),
    status: 204,
    notFound,
  }),
} as const;

const exampleShown: AdminCompany = {
  ...exampleCompany,
  stripeCustomerId: null,
  subscriptionStatus: "active",
  subscriptionPlan: "starter",
  boardsCount: 3,
  feedbackCount: 240,
  usersCount: 85,
  isBeingDeleted: false,
  createdAt: "2026-01-10T09:00:00.000Z",
};

const exampleParams = { id: exampleCompany.id };

export const adminCompaniesExamples: ExamplesOf<typeof adminCompaniesApi> = {
  listCompanies: { query: { search: "acme", sort: "name" }, response: [exampleShown] },
  listCompaniesNamed: {
    query: { name: "Acme" },
    response: [
      {
        id: exampleCompany.id,
        name: "Acme",
        subdomain: "acme",
        createdAt: exampleShown.createdAt,
        admins: ["admin@acme.example"],
        adminsCount: 1,
      },
    ],
  },
  createCompany: {
    body: { name: "Acme", website: "https://acme.example", subdomain: "acme" },
    response: { ...exampleShown, boardsCount: 0, feedbackCount: 0, usersCount: 0 },
  },
  changeCompany: {
    params: exampleParams,
    body: { subscriptionPlan: "professional" },
    response: { ...exampleShown, subscriptionPlan: "professional" },
  },
  removeCompany: { params: exampleParams },
};
