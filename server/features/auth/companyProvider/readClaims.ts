import { email, line } from "#contract/fields.ts";
import { shownName } from "#contract/tokenClaims.ts";
import type { Claims } from "#server/platform/openId/checkCallback.ts";
import type { ProviderRow } from "./signOn.queries.ts";

type ClaimNames = Pick<ProviderRow, "nameClaim" | "pictureClaim" | "adminClaim" | "adminValue">;

/** What a provider's claims say of a person. */
export interface PersonClaims {
  address: string | undefined;
  /** Whether the provider says that the address is confirmed. */
  isAddressVerified: boolean;
  fullName: string | undefined;
  pictureUrl: string | undefined;
  /**
   * Undefined if the provider makes no admins, or has left the groups out because the person is in
   * too many of them.
   */
  makesAdmin: boolean | undefined;
  /** Whether the groups were left out. */
  hasTooManyGroups: boolean;
}

/**
 * Returns a claim by its name. Names of claims can be URLs; a name with dots is also a path, such as
 * `realm_access.roles`.
 */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}

/** Whether the ID token lacks a claim that is used, so that the user info is asked. */
export function lacksClaims(claims: Claims, names: ClaimNames): boolean {
  const needed = ["email", "email_verified", names.nameClaim, names.pictureClaim, names.adminClaim];
  return needed.some((name) => name !== null && claimOf(claims, name) === undefined);
}

export function readClaims(claims: Claims, names: ClaimNames): PersonClaims {
  const admin = adminOf(claims, names);
  return {
    address: email.safeParse(claims["email"]).data,
    // Some providers send the text "true".
    isAddressVerified: ["true", true].includes(claims["email_verified"] as boolean | string),
    fullName: nameOf(claims, names.nameClaim),
    pictureUrl: pictureOf(claims, names.pictureClaim),
    ...admin,
  };
}

/** Returns the name, or one made of the given and the family name. */
function nameOf(claims: Claims, nameClaim: string): string | undefined {
  const parts = [claims["given_name"], claims["family_name"]].filter(
    (part) => typeof part === "string",
  );
  const names = [claimOf(claims, nameClaim), parts.join(" "), claims["preferred_username"]];
  return names.map((name) => shownName.safeParse(name).data).find((name) => name !== undefined);
}

function pictureOf(claims: Claims, pictureClaim: string | null): string | undefined {
  const value = pictureClaim === null ? undefined : claimOf(claims, pictureClaim);
  const url = line("Picture", 1, 2000).safeParse(value).data;
  return url !== undefined && URL.canParse(url) ? url : undefined;
}

/** The value can be a text, or one of a list, as names of groups are. */
function adminOf(claims: Claims, { adminClaim, adminValue }: ClaimNames) {
  if (adminClaim === null) return { makesAdmin: undefined, hasTooManyGroups: false };
  const value = claimOf(claims, adminClaim);
  const hasTooManyGroups = value === undefined && isLeftOut(claims, adminClaim);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const isAdmin = values.some((each) =>
    typeof each === "string" ? each === adminValue : JSON.stringify(each) === adminValue,
  );
  return { makesAdmin: hasTooManyGroups ? undefined : isAdmin, hasTooManyGroups };
}

/**
 * Whether the provider refers to the claim instead of sending it. Entra does so with the groups of a
 * person who is in more than 200.
 */
function isLeftOut(claims: Claims, name: string): boolean {
  const named = claims["_claim_names"];
  const isReferred = typeof named === "object" && named !== null && Object.hasOwn(named, name);
  return (
    isReferred || (name === "groups" && ["true", true].includes(claims["hasgroups"] as boolean))
  );
}
