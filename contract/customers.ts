import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { pageCursor, pageLimit, searchQuery, timestamp } from "./fields.ts";

/** The maximum total of the list of customers. More customers are listed but not counted. */
export const CUSTOMER_COUNT_LIMIT = 10_000;

/** What one person has done is counted up to this number, of each kind. */
export const CUSTOMER_ACTIVITY_LIMIT = 1000;

/** `seen` lists first who was there last; `items`, `votes` and `comments` who did most. */
export const CUSTOMER_SORTS = [
  "newest",
  "oldest",
  "name",
  "items",
  "votes",
  "comments",
  "seen",
] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

/** `imported` are people whose name came with an import and who have not signed up yet. */
export const CUSTOMER_STATES = ["confirmed", "unconfirmed", "blocked", "imported"] as const;
export type CustomerState = (typeof CUSTOMER_STATES)[number];

const none = z.pipe(
  z.literal(""),
  z.transform(() => undefined),
);

/** A customer of a company as the company's admins see the account, and what the customer did. */
export const Customer = z.object({
  id: z.number(),
  /** Null for an imported person, who has no address here. */
  username: z.nullable(z.string()),
  fullName: z.nullable(z.string()),
  isActive: z.boolean(),
  confirmedAt: z.nullable(timestamp),
  /** Whether the account must confirm its e-mail address. */
  mustConfirmEmail: z.boolean(),
  /** Whether the account is linked with the company's own provider. */
  hasSignOn: z.boolean(),
  isBlocked: z.boolean(),
  isImported: z.boolean(),
  createdAt: timestamp,
  /** What the customer did in this company, up to `CUSTOMER_ACTIVITY_LIMIT` each. */
  items: z.number(),
  votes: z.number(),
  comments: z.number(),
  /** The last request in this company, to five minutes; null if there was none. */
  lastSeenAt: z.nullable(timestamp),
});
export type Customer = z.output<typeof Customer>;

export const CustomerFilters = z.object({
  /** A substring of the name or of the e-mail address. */
  search: searchQuery,
  state: z.optional(z.union([z.enum(CUSTOMER_STATES), none], "Unknown state")),
  sort: z._default(
    z.enum(CUSTOMER_SORTS, `sort must be one of ${CUSTOMER_SORTS.join(", ")}`),
    "newest",
  ),
});

export const customersApi = {
  list: endpoint({
    operationId: "listCustomers",
    method: "GET",
    path: "/api/customers",
    scope: "people:read",
    summary:
      "The customers of the company and the people whom imports have named, with what each of them did.",
    query: z.extend(CustomerFilters, { limit: pageLimit, cursor: pageCursor }),
    response: z.array(Customer),
    status: 200,
    paged: true,
  }),
} as const;

export const customersExamples: ExamplesOf<typeof customersApi> = {
  listCustomers: {
    query: { sort: "votes", state: "confirmed" },
    response: [
      {
        id: 12,
        username: "kim@example.com",
        fullName: "Kim Lee",
        isActive: true,
        confirmedAt: "2026-03-02T09:05:00.000Z",
        mustConfirmEmail: false,
        hasSignOn: false,
        isBlocked: false,
        isImported: false,
        createdAt: "2026-03-02T09:00:00.000Z",
        items: 3,
        votes: 41,
        comments: 7,
        lastSeenAt: "2026-11-20T16:45:00.000Z",
      },
    ],
  },
};
