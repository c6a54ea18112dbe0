import * as z from "zod/mini";
import { email, line } from "./fields.ts";

/**
 * The customer for whom a request with an API key acts, in the body of an endpoint with
 * `actsForCustomers`. Only the server and the OpenAPI document use this schema.
 */
export const OnBehalfOf = z.object({
  email: email.check(z.maxLength(200, "Invalid email format")),
  /** Shown beside what the customer writes, unless the customer has an account. */
  name: z.optional(line("Name", 1, 100)),
});
export type OnBehalfOf = z.output<typeof OnBehalfOf>;

/** Messages of the 400 for a customer for whom nobody may act. */
export const ON_BEHALF_REFUSALS = {
  noKey: "Only a request with an API key can act for a customer",
  team: "This address belongs to a member of your team",
  deleted: "This person has deleted their account",
  blocked: "This account is blocked in your portal",
} as const;
