import { expect, test } from "vitest";
import type { AdminCompany } from "#contract/adminCompanies.ts";
import { companyChanges, CompanyForm, companyFormValues } from "./companyForm.ts";

const company: AdminCompany = {
  id: 7,
  name: "Acme",
  description: null,
  website: "https://acme.example",
  logoUrl: null,
  darkLogoUrl: null,
  subdomain: "acme",
  customDomain: null,
  brandingSettings: {
    primaryColor: "#4f46e5",
    secondaryColor: "#818cf8",
    accentColor: "#6366f1",
    menuActiveColor: "#4338ca",
    menuHoverColor: "#6366f1",
    buttonTextColor: "#ffffff",
  },
  stripeCustomerId: null,
  subscriptionStatus: "trialing",
  subscriptionPlan: "free",
  boardsCount: 1,
  feedbackCount: 2,
  usersCount: 3,
  isBeingDeleted: false,
  createdAt: "2026-01-01T00:00:00.000Z",
};

const edited = (changes: object) =>
  CompanyForm.parse({ ...companyFormValues(company), ...changes });

test("if no field of a company form was edited, no field is sent", () => {
  expect(companyChanges(company, edited({}))).toEqual({});
});

test("only edited fields of a company are sent, and an emptied field is sent as null", () => {
  const checked = edited({
    name: " Acme Inc ",
    website: "",
    subscriptionPlan: "starter",
    stripeCustomerId: "cus_1",
  });
  expect(companyChanges(company, checked)).toEqual({
    name: "Acme Inc",
    website: null,
    subscriptionPlan: "starter",
    stripeCustomerId: "cus_1",
  });
});

test("a subdomain is sent if the company had no subdomain before", () => {
  const checked = edited({ subdomain: "Acme-2" });
  expect(companyChanges({ ...company, subdomain: null }, checked)).toEqual({ subdomain: "acme-2" });
});

test("a new company requires only a name", () => {
  expect(CompanyForm.parse({ ...companyFormValues(null), name: "New" })).toEqual({
    name: "New",
    description: null,
    website: null,
    subdomain: "",
  });
});

test.each([
  ["ab", "Subdomain must be at least 3 characters"],
  [
    "-acme",
    "Subdomain can only contain lowercase letters, numbers, and hyphens, and cannot start or end with a hyphen",
  ],
])(
  "the invalid subdomain '%s' of a new company is reported with the specification's error message",
  (subdomain, message) => {
    const parsed = CompanyForm.safeParse({ ...companyFormValues(null), name: "New", subdomain });
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message]);
  },
);
