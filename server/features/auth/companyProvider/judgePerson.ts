import { findUserByUsername, findUserById } from "#server/features/users/users.queries.ts";
import { refusalOf } from "#server/features/auth/arriveWithIdentity.ts";
import { findIdentity } from "#server/features/auth/signInIdentity.queries.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import type { ProviderAnswer } from "#server/platform/openId/checkCallback.ts";
import { findProvedDomain } from "./emailDomains.queries.ts";
import type { PersonClaims } from "./readClaims.ts";
import { readClaims } from "./readClaims.ts";
import type { ProviderRow } from "./signOn.queries.ts";

/** What the provider says of a person, and what the company has proved. */
export interface Judged extends PersonClaims {
  isDomainProved: boolean;
  /** The account that the person would come to; null for a new person. */
  known: { username: string; isLinked: boolean; isRefused: boolean } | null;
}

export async function judgePerson(
  context: RequestContext,
  row: ProviderRow,
  { claims, issuer, subject }: ProviderAnswer,
): Promise<Judged> {
  const { database } = context;
  const { companyId } = row;
  const person = readClaims(claims, row);
  const domain = person.address?.split("@").at(-1)?.toLowerCase() ?? "";
  const proved = await database.tenant(companyId).first(findProvedDomain, { companyId, domain });
  const db = database.system;
  const link = await db.first(findIdentity, { companyId, issuer, subject });
  const key = person.address === undefined ? null : usernameKey(person.address);
  const account = link
    ? await db.first(findUserById, { userId: link.userId })
    : key !== null && (await db.first(findUserByUsername, { usernameKey: key }));
  return {
    ...person,
    isDomainProved: proved !== undefined,
    known: account
      ? {
          username: account.username,
          isLinked: link !== undefined,
          isRefused: refusalOf(context, { companyId, way: "oidc" }, account) !== null,
        }
      : null,
  };
}
