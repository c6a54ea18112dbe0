import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

interface OfCustomer {
  companyId: number;
  userId: number;
}

/**
 * Makes a customer a member of an organisation, and of no other one. What is not given stays as it
 * was.
 */
export const joinOrganisation = statement<
  OfCustomer & {
    externalKey: string;
    name: string | null;
    plan: string | null;
    monthlySpend: number | null;
  },
  never
>(
  "join_organisation",
  (p) => sql`
    with saved as (
      insert into organisation (company_id, external_key, name, plan, monthly_spend)
      values (${p.companyId}, ${p.externalKey}, ${p.name}::text, ${p.plan}::text,
        ${p.monthlySpend}::numeric)
      on conflict (company_id, external_key) do update set updated_at = now(),
        name = coalesce(excluded.name, organisation.name),
        plan = coalesce(excluded.plan, organisation.plan),
        monthly_spend = coalesce(excluded.monthly_spend, organisation.monthly_spend)
      returning id
    )
    insert into organisation_member (company_id, user_id, organisation_id)
    select ${p.companyId}, ${p.userId}, id from saved
    on conflict (company_id, user_id) do update set organisation_id = excluded.organisation_id
  `,
);

export const leaveOrganisation = statement<OfCustomer, never>(
  "leave_organisation",
  (p) => sql`
    delete from organisation_member where company_id = ${p.companyId} and user_id = ${p.userId}
  `,
);
