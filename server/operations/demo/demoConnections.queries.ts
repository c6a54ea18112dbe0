import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Makes two of three customers members of organisations. */
export const insertDemoOrganisations = statement<{ companyId: number; names: string[] }, never>(
  "insert_demo_organisations",
  (p) => sql`
    with org as (
      insert into organisation (company_id, external_key, name, plan, monthly_spend)
      select ${p.companyId}, 'customer-' || given.place, given.name,
        (array['Starter', 'Team', 'Business'])[given.place % 3 + 1],
        (array[49, 190, 890])[given.place % 3 + 1]
      from unnest(${p.names}::text[]) with ordinality given (name, place)
      returning id
    ), placed as (
      select id, row_number() over (order by id) - 1 as place from org
    )
    insert into organisation_member (company_id, user_id, organisation_id)
    select ${p.companyId}, u.id, placed.id
    from user_account u join placed on placed.place = u.id % cardinality(${p.names}::text[])
    where u.home_company_id = ${p.companyId} and u.role = 'user' and u.id % 3 > 0
  `,
);

/** Adds an endpoint and a chat that are off, so that the demo sends nothing. */
export const insertDemoWebhooks = statement<{ companyId: number; origin: string }, never>(
  "insert_demo_webhooks",
  (p) => sql`
    insert into webhook_endpoint (company_id, kind, name, url, events, state, off_reason, origin)
    values
      (${p.companyId}, 'webhook', 'Data warehouse', 'https://hooks.example.com/hearback',
        '{feedback.created,feedback.status_changed,vote.created}', 'off', 'admin', ${p.origin}),
      (${p.companyId}, 'slack', 'Product team', 'https://hooks.slack.com/services/…',
        '{feedback.created,comment.created}', 'off', 'admin', ${p.origin})
  `,
);

/** Connects the provider that the demo runs itself. */
export const insertDemoProvider = statement<
  { companyId: number; name: string; issuer: string; clientId: string; clientSecret: Buffer },
  never
>(
  "insert_demo_provider",
  (p) => sql`
    insert into sign_on_provider (company_id, name, issuer, client_id, client_secret, is_on,
      name_claim, admin_claim, admin_value, signs_out, offers_sign_out)
    values (${p.companyId}, ${p.name}, ${p.issuer}, ${p.clientId}, ${p.clientSecret}, true, 'name',
      'groups', 'feedback-admins', true, true)
  `,
);
