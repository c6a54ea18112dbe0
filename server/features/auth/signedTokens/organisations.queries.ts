import type { Sql } from "#server/platform/db/sql.ts";
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
    externalId: string;
    name: string | null;
    plan: string | null;
    monthlySpend: number | null;
  },
  never
>(
  "join_organisation",
  (p) => sql`
    with saved as (
      insert into organisation (company_id, external_id, name, plan, monthly_spend)
      values (${p.companyId}, ${p.externalId}, ${p.name}::text, ${p.plan}::text,
        ${p.monthlySpend}::numeric)
      on conflict (company_id, external_id) do update set updated_at = now(),
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

/** The organisation of an account in a company as JSON; null without one. */
export const organisationOf = (companyId: Sql, userId: Sql) =>
  sql`(
    select jsonb_build_object('name', coalesce(o.name, o.external_id), 'plan', o.plan,
      'monthlySpend', o.monthly_spend)
    from organisation_member m
    join organisation o on o.company_id = m.company_id and o.id = m.organisation_id
    where m.company_id = ${companyId} and m.user_id = ${userId}
  )`;
