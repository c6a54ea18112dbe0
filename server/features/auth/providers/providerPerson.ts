import { ClientError } from "openid-client";
import type { Claims, ProviderAnswer } from "#server/platform/openId/checkCallback.ts";

/** What a provider says of the person who has logged in there. */
export interface ProviderPerson {
  issuer: string;
  subject: string;
  /** How the person knows the account at the provider: its address or name. */
  label: string;
  address: string | undefined;
  /** Whether the provider knows that the address is the person's today. */
  isAddressProved: boolean;
  fullName: string | undefined;
}

type Answer = Pick<ProviderAnswer, "issuer" | "subject" | "claims">;

function textOf(claims: Claims, name: string): string | undefined {
  const value = claims[name];
  return typeof value === "string" ? value : undefined;
}

/**
 * Google knows who owns an address today only if it is an address of Gmail or of an organization with
 * Google Workspace, which `hd` names. Others it has verified once, possibly years ago.
 */
export function googlePerson({ issuer, subject, claims }: Answer): ProviderPerson {
  const address = textOf(claims, "email");
  const fullName = textOf(claims, "name");
  const isAtGoogle = textOf(claims, "hd") !== undefined || /@gmail\.com$/i.test(address ?? "");
  return {
    issuer,
    subject,
    label: address ?? fullName ?? subject,
    address,
    isAddressProved: claims["email_verified"] === true && isAtGoogle,
    fullName,
  };
}

/** The forms in which Microsoft sends a claim that is true. */
const TRUE: readonly unknown[] = [true, 1, "1", "true"];

/**
 * The issuer names the directory, and `oid` the person in it; `sub` would change with the client ID.
 * The admins of any directory can enter any address for their people, so an address counts only if
 * `xms_edov` says that the directory owns its domain.
 * @throws ClientError without `oid`
 */
export function microsoftPerson({ issuer, claims }: Answer): ProviderPerson {
  const subject = textOf(claims, "oid");
  if (subject === undefined) throw new ClientError("The ID token has no oid");
  const address = textOf(claims, "email");
  const fullName = textOf(claims, "name");
  return {
    issuer,
    subject,
    label: address ?? textOf(claims, "preferred_username") ?? fullName ?? subject,
    address,
    isAddressProved: address !== undefined && TRUE.includes(claims["xms_edov"]),
    fullName,
  };
}
