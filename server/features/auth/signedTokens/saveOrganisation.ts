import type { Organisation } from "#contract/tokenClaims.ts";
import type { Db } from "#server/platform/db/database.ts";
import { joinOrganisation, leaveOrganisation } from "./organisations.queries.ts";

/** Stores the organisation that a token names. Without one, nothing changes. */
export async function saveOrganisation(
  db: Db,
  customer: { companyId: number; userId: number },
  organisation: Organisation | null | undefined,
): Promise<void> {
  if (organisation === null) await db.all(leaveOrganisation, customer);
  if (!organisation) return;
  const { id: externalKey, name = null, plan = null, monthlySpend = null } = organisation;
  await db.all(joinOrganisation, { ...customer, externalKey, name, plan, monthlySpend });
}

/** Stores the organisation of a token whose person has confirmed the connection. */
export async function savePendingOrganisation(
  db: Db,
  userId: number,
  { companyId, organisation }: { companyId: number | null; organisation: string | null },
): Promise<void> {
  if (companyId === null || organisation === null) return;
  const named = JSON.parse(organisation) as Organisation | null;
  await saveOrganisation(db, { companyId, userId }, named);
}
