import { ClientError } from "openid-client";
import * as z from "zod/mini";
import type { Claims } from "#server/platform/openId/checkCallback.ts";

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

/**
 * Returns the part of a provider's answer that is used.
 * @throws an error for `problemOf`
 */
export function partOf<Part>(schema: z.ZodMiniType<Part>, answer: unknown): Part {
  const part = schema.safeParse(answer);
  if (part.success) return part.data;
  throw new ClientError(`The answer has another form: ${z.prettifyError(part.error)}`);
}

const claim = z.catch(z.optional(z.string()), undefined);

const GoogleClaims = z.object({
  iss: z.string(),
  sub: z.string(),
  name: claim,
  email: claim,
  hd: claim,
  email_verified: z.optional(z.unknown()),
});

/**
 * Google knows who owns an address today only if it is an address of Gmail or of an organization with
 * Google Workspace, which `hd` names. Others it has verified once, possibly years ago.
 */
export function googlePerson(claims: Claims): ProviderPerson {
  const { iss, sub, name, email, hd, email_verified } = partOf(GoogleClaims, claims);
  const isAtGoogle = hd !== undefined || /@gmail\.com$/i.test(email ?? "");
  return {
    issuer: iss,
    subject: sub,
    label: email ?? name ?? sub,
    address: email,
    isAddressProved: email_verified === true && isAtGoogle,
    fullName: name,
  };
}

const MicrosoftClaims = z.object({
  iss: z.string(),
  oid: z.string(),
  name: claim,
  email: claim,
  preferred_username: claim,
  xms_edov: z.optional(z.unknown()),
});

/** The forms in which Microsoft sends a claim that is true. */
const TRUE: readonly unknown[] = [true, 1, "1", "true"];

/**
 * The issuer names the directory, and `oid` the person in it; `sub` would change with the client ID.
 * The admins of any directory can enter any address for their people, so an address counts only if
 * `xms_edov` says that the directory owns its domain.
 */
export function microsoftPerson(claims: Claims): ProviderPerson {
  const { iss, oid, name, email, preferred_username, xms_edov } = partOf(MicrosoftClaims, claims);
  return {
    issuer: iss,
    subject: oid,
    label: email ?? preferred_username ?? name ?? oid,
    address: email,
    isAddressProved: email !== undefined && TRUE.includes(xms_edov),
    fullName: name,
  };
}
