import type { Passkey } from "#contract/passkeys.ts";
import type { PasskeyRow, RelyingParty } from "./passkeys.queries.ts";

/** Returns a passkey as its owner sees it. */
export function presentPasskey(
  { id, name, rpId, domainCompanyId, createdAt, lastUsedAt }: PasskeyRow,
  here: RelyingParty,
): Passkey {
  const worksHere = rpId === here.rpId && domainCompanyId === here.domainCompanyId;
  return { id, name, domain: rpId, worksHere, createdAt, lastUsedAt };
}
