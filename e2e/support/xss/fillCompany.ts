import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { portalApi } from "#contract/portal.ts";
import { CHANGE_CHANNEL } from "#server/platform/changes/changeFeed.ts";
import { callApi } from "../callApi.ts";
import type { OwnCompany } from "../companyAdmin.ts";
import { runSql } from "../runSql.ts";
import type { CompanyTexts } from "./hostileTexts.ts";

/**
 * Inserts all texts of a company in one statement. The comments and the notes belong to the first
 * item. The items cycle through the statuses.
 */
const FILL = `
with given as (select $1::jsonb as texts, $2::text as subdomain, $3::text as run),
own as (
  update company set name = texts->>'name', description = texts->>'description', website = texts->>'website'
  from given where company.subdomain = given.subdomain returning company.id, texts, run
),
admin as (
  update user_account set full_name = texts->>'adminName' from own where home_company_id = own.id returning user_account.id
),
authors as (
  insert into user_account (username, password_hash, full_name, role, home_company_id)
  select run || '-' || place || '@example.com', '-', entry->>'author', 'user', own.id
  from own, jsonb_array_elements(texts->'comments') with ordinality as given(entry, place)
  returning id, username
),
boards as (
  insert into board (company_id, name, slug, description, order_index)
  select own.id, entry->>'name', 'board-' || place, entry->>'description', place
  from own, jsonb_array_elements(texts->'boards') with ordinality as given(entry, place) returning id, slug
),
categories as (
  insert into board_category (company_id, name)
  select own.id, name || ' ' || place
  from own, jsonb_array_elements_text(texts->'categories') with ordinality as given(name, place) returning id
),
items as (
  insert into feedback_item (company_id, board_id, board_category_id, title, description, status, votes, comments_count, created_at)
  select own.id, (select id from boards where slug = 'board-1'), (select min(id) from categories), entry->>'title',
    entry->>'description', (array['complete', 'planned', 'evaluating', 'under_development', 'new'])[1 + place % 5],
    1000 - place, case when place = 1 then jsonb_array_length(texts->'comments') else 0 end,
    now() - place * interval '1 minute'
  from own, jsonb_array_elements(texts->'items') with ordinality as given(entry, place) returning id, votes
),
comments as (
  insert into comment (company_id, feedback_id, user_id, content)
  select own.id, (select id from items where votes = 999), (select id from authors where username = run || '-' || place || '@example.com'), entry->>'content'
  from own, jsonb_array_elements(texts->'comments') with ordinality as given(entry, place)
),
notes as (
  insert into status_change (company_id, feedback_id, user_id, from_status, to_status, note)
  select own.id, (select id from items where votes = 999), (select min(id) from authors), 'new', 'planned', note
  from own, jsonb_array_elements_text(texts->'notes') as given(note)
),
log as (
  insert into audit_entry (company_id, actor_username, action, subject, details, ip)
  select own.id, entry->>'key', 'board.update', entry->>'subject',
    jsonb_build_object(entry->>'key', entry->>'value',
      'description', jsonb_build_object('from', entry->>'value', 'to', entry->>'subject'), 'name', jsonb_build_array(entry->>'value', entry->>'subject')), entry->>'key'
  from own, jsonb_array_elements(texts->'audit') as given(entry)
),
views as (
  insert into saved_view (company_id, name, filters)
  select own.id, name || ' ' || place, '{"sort": "date"}'
  from own, jsonb_array_elements_text(texts->'views') with ordinality as given(name, place)
),
rejections as (
  insert into rejected_post (company_id, user_id, item_number, title, excerpt, reason)
  select own.id, admin.id, 1, entry->>'title', entry->>'excerpt', entry->>'reason'
  from own, admin, jsonb_array_elements(texts->'rejections') as given(entry)
)
insert into session (token_hash, user_id, host, expires_at, user_agent, ip)
select sha256(convert_to(run || device || place, 'UTF8')), admin.id, null, now() + interval '1 hour', device, device
from own, admin, jsonb_array_elements_text(texts->'devices') with ordinality as given(device, place)`;

/** Invalidates the portal's cached data of the company. */
const PUBLISH = `
select pg_notify($1, json_build_object('from', 'fillCompany', 'changes', json_build_array(
  json_build_object('companyId', id, 'isPrivate', false, 'events', '[]'::json)))::text)
from company where subdomain = $2`;

/** Inserts the texts into an empty company, and waits until the portal serves the new name. */
export async function fillCompany(
  { subdomain, company }: OwnCompany,
  texts: CompanyTexts,
): Promise<void> {
  await runSql(FILL, [JSON.stringify(texts), subdomain, `xss-${randomUUID()}`]);
  await runSql(PUBLISH, [CHANGE_CHANNEL, subdomain]);
  const nameOf = async () => (await callApi(company, portalApi.get)).body.company?.name;
  await expect.poll(nameOf).toBe(texts.name);
}
