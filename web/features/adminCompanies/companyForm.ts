import * as z from "zod/mini";
import type { AdminCompany } from "#contract/adminCompanies.ts";
import { AdminCompanyChanges, NewAdminCompany } from "#contract/adminCompanies.ts";
import { subdomain } from "#contract/fields.ts";

const { stripeCustomerId, subscriptionStatus, subscriptionPlan } = AdminCompanyChanges.shape;

/**
 * Accepts '' or a valid subdomain, with the error messages of docs/specification.md "5. Validation
 * rules".
 */
const subdomainOrNone = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.check((context) => {
    const problem =
      context.value === "" ? undefined : subdomain.safeParse(context.value).error?.issues[0];
    if (problem)
      context.issues.push({ code: "custom", input: context.value, message: problem.message });
  }),
);

/**
 * The schema of the company form: the fields of a new company, and the subscription fields, which
 * only an existing company has.
 */
export const CompanyForm = z.extend(NewAdminCompany, {
  subdomain: subdomainOrNone,
  stripeCustomerId,
  subscriptionStatus,
  subscriptionPlan,
});

/** The form's values before validation. */
export type CompanyFormValues = z.input<typeof CompanyForm>;

/** The form's values after validation. */
export type CheckedCompany = z.output<typeof CompanyForm>;

/** Returns the initial values of the form for a company; null means a new company. */
export function companyFormValues(company: AdminCompany | null): CompanyFormValues {
  const shared = {
    name: company?.name ?? "",
    description: company?.description ?? "",
    website: company?.website ?? "",
    subdomain: company?.subdomain ?? "",
  };
  if (!company) return shared;
  return {
    ...shared,
    stripeCustomerId: company.stripeCustomerId ?? "",
    subscriptionStatus: company.subscriptionStatus,
    subscriptionPlan: company.subscriptionPlan,
  };
}

/** Returns only the changed fields, so that the audit log lists no unchanged field. */
export function companyChanges(company: AdminCompany, checked: CheckedCompany) {
  const { subdomain: address, stripeCustomerId: stripe, ...rest } = checked;
  const next = {
    ...rest,
    stripeCustomerId: stripe || null,
    ...(address && { subdomain: address }),
  };
  const changed = Object.entries(next).filter(
    ([field, value]) => value !== company[field as keyof typeof next],
  );
  return Object.fromEntries(changed) as Partial<typeof next>;
}
