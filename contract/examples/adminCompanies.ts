import type { AdminCompany, adminCompaniesApi } from "../adminCompanies.ts";
import { company } from "./companies.ts";
import type { ExamplesOf } from "./example.ts";

const shown: AdminCompany = {
  ...company,
  stripeCustomerId: null,
  subscriptionStatus: "active",
  subscriptionPlan: "starter",
  boardsCount: 3,
  feedbackCount: 240,
  usersCount: 85,
  isBeingDeleted: false,
  createdAt: "2026-01-10T09:00:00.000Z",
};

const params = { id: company.id };

export const adminCompaniesExamples: ExamplesOf<typeof adminCompaniesApi> = {
  listCompanies: { query: { search: "acme", sort: "name" }, response: [shown] },
  listCompaniesNamed: {
    query: { name: "Acme" },
    response: [
      {
        id: company.id,
        name: "Acme",
        subdomain: "acme",
        createdAt: shown.createdAt,
        admins: ["admin@acme.example"],
        adminsCount: 1,
      },
    ],
  },
  createCompany: {
    body: { name: "Acme", website: "https://acme.example", subdomain: "acme" },
    response: { ...shown, boardsCount: 0, feedbackCount: 0, usersCount: 0 },
  },
  changeCompany: {
    params,
    body: { subscriptionPlan: "professional" },
    response: { ...shown, subscriptionPlan: "professional" },
  },
  removeCompany: { params },
};
