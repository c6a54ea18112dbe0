import * as z from "zod/mini";
import type { AdminCompany } from "#contract/adminCompanies.ts";
import { AdminCompanyChanges, NewAdminCompany } from "#contract/adminCompanies.ts";
import { subdomain } from "#contract/fields.ts";

const { stripeCustomerId, subscriptionStatus, subscriptionPlan } = AdminCompanyChanges.shape;

/** Empty, or a subdomain with the messages of SPEC section 5. */
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

/** The form for a company: what a new one takes, and what only an existing one has. */
export const CompanyForm = z.extend(NewAdminCompany, {
  subdomain: subdomainOrNone,
  stripeCustomerId,
  subscriptionStatus,
  subscriptionPlan,
});

/** What the form holds. */
export type CompanyFormValues = z.input<typeof CompanyForm>;

/** What the form gives once it is checked. */
export type CheckedCompany = z.output<typeof CompanyForm>;

/** What the form starts with: a company as it is, or nothing yet. */
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

/** What differs from the company as it is: the audit log then tells what was changed. */
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
