import type { WebhookKind } from "#contract/webhooks.ts";
import { KEPT_ANSWERS } from "#contract/webhooks.ts";
import { commitsLater, sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Seconds for which a claimed delivery belongs to a process. An attempt takes at most ten. */
const LEASE_SECONDS = 20;

/** The most deliveries of a company that are sent at the same time, by all processes together. */
const AT_ONCE = 4;

/** The most of them to one endpoint, so that a slow one leaves room for the others. */
const AT_ONCE_TO_ENDPOINT = 3;

/**
 * The delivery `d` is unfinished, and its endpoint is on. PostgreSQL makes no join of this comparison,
 * so that it reads the endpoints of the first deliveries only.
 */
const isUnderWay = sql`d.state in ('waiting', 'sending') and (
  select e.state from webhook_endpoint e
  where e.company_id = d.company_id and e.id = d.endpoint_id
) <> 'off'`;

/**
 * The oldest unfinished delivery of each company to an endpoint that is on. Reads one index entry per
 * company.
 */
const oldestOfCompanies = sql`
  recursive due (company_id, due_at) as (
    (select d.company_id, d.next_attempt_at from webhook_delivery d
      where ${isUnderWay} order by d.company_id, d.next_attempt_at limit 1)
    union all
    select following.company_id, following.next_attempt_at from due, lateral (
      select d.company_id, d.next_attempt_at from webhook_delivery d
      where ${isUnderWay} and d.company_id > due.company_id
      order by d.company_id, d.next_attempt_at limit 1
    ) following
  )`;

/**
 * Lists up to 1,000 companies with a delivery that is due, in random order. Leaves out closed and
 * read-only companies.
 */
export const listCompaniesWithDue = statement<object, { companyId: number }>(
  "list_companies_with_webhooks",
  () => sql`
    with ${oldestOfCompanies}
    select id as company_id from company
    where closed_at is null and read_only_since is null
      and id in (select company_id from due where due_at <= now())
    order by random() limit 1000
  `,
);

/** Returns for how many seconds the oldest delivery that is due has waited; 0 if none is due. */
export const findQueueAge = statement<object, { seconds: number }>(
  "find_webhook_queue_age",
  () => sql`
    with ${oldestOfCompanies}
    select greatest(0, coalesce(extract(epoch from now() - min(due_at)), 0))::float8 as seconds
    from due
  `,
);

/**
 * Takes the right to claim deliveries of a company until the transaction ends. Another process that
 * has it claims enough of them.
 */
export const lockClaims = statement<{ companyId: number }, { isLocked: boolean }>(
  "lock_webhook_claims",
  (p) => sql`
    select pg_try_advisory_xact_lock(hashtextextended(${p.companyId}::text, 7215300431)) as is_locked
  `,
);

/** A delivery that this process has claimed. */
export interface ClaimedDelivery {
  id: number;
  endpointId: number;
  eventId: string;
  type: string;
  body: string;
  /** The number of this attempt, from 1. */
  attempts: number;
  kind: WebhookKind;
  address: string;
  secret: Buffer | null;
  /** The secret before the last rotation while it is valid. */
  previousSecret: Buffer | null;
}

/**
 * Claims deliveries that are due, also those of a killed process, up to `AT_ONCE` that are claimed at
 * the same time. The endpoints take turns. An endpoint that accepts nothing gets one at a time.
 */
export const claimDeliveries = statement<{ companyId: number }, ClaimedDelivery>(
  "claim_webhook_deliveries",
  (p) => sql`
    with running as materialized (
      select endpoint_id, count(*) as number from webhook_delivery
      where company_id = ${p.companyId} and state = 'sending' and next_attempt_at > now()
      group by endpoint_id
    ), candidate as (
      select due.id, due.next_attempt_at,
        row_number() over (partition by e.id order by due.next_attempt_at, due.id)
          + coalesce(running.number, 0) as place,
        case when e.failing_since is null then ${sql.lit(AT_ONCE_TO_ENDPOINT)} else 1 end as places
      from webhook_endpoint e left join running on running.endpoint_id = e.id
      cross join lateral (
        select d.id, d.next_attempt_at from webhook_delivery d
        where d.company_id = ${p.companyId} and d.endpoint_id = e.id
          and d.state in ('waiting', 'sending') and d.next_attempt_at <= now()
        order by d.next_attempt_at limit ${sql.lit(AT_ONCE_TO_ENDPOINT)}
      ) due
      where e.company_id = ${p.companyId} and e.state = 'on'
    ), chosen as materialized (
      select id from candidate where place <= places
      order by place, next_attempt_at
      limit greatest(0, ${sql.lit(AT_ONCE)} - (select coalesce(sum(number), 0) from running)::bigint)
    )
    update webhook_delivery d set state = 'sending', attempts = d.attempts + 1,
      next_attempt_at = now() + make_interval(secs => ${sql.lit(LEASE_SECONDS)})
    from chosen, webhook_endpoint e, webhook_secret s
    where d.company_id = ${p.companyId} and d.id = chosen.id
      and e.company_id = d.company_id and e.id = d.endpoint_id
      and s.company_id = d.company_id and s.endpoint_id = d.endpoint_id
    returning d.id, d.endpoint_id, d.event_key as event_id, d.type, d.body, d.attempts, e.kind, s.address,
      s.secret, case when s.previous_until > now() then s.previous_secret end as previous_secret
  `,
);

/**
 * Records the answer to an attempt, and when the next attempt is due; null for the last one. Returns
 * since when the endpoint accepts nothing. Returns nothing if the lease has ended and another process
 * tries the delivery, or if it was given up.
 */
export const recordAnswer = statement<
  {
    companyId: number;
    deliveryId: number;
    attempts: number;
    isAccepted: boolean;
    retrySeconds: number | null;
    /** JSON text: a `WebhookAnswer`. */
    answer: string;
  },
  { failingSince: string | null }
>(
  "record_webhook_answer",
  (p) => sql`
    with recorded as (
      update webhook_delivery set
        state = case when ${p.isAccepted} then 'sent'
          when ${p.retrySeconds}::float8 is null then 'failed' else 'waiting' end,
        next_attempt_at = now() + make_interval(secs => ${p.retrySeconds}::float8),
        finished_at = case when ${p.retrySeconds}::float8 is null then now() end,
        answers = (case when jsonb_array_length(answers) >= ${sql.lit(KEPT_ANSWERS)}
          then answers - 0 else answers end) || jsonb_build_array(${p.answer}::jsonb)
      where company_id = ${p.companyId} and id = ${p.deliveryId} and state = 'sending'
        and attempts = ${p.attempts}
      returning endpoint_id
    ), settings as (
      select ${commitsLater}
    ), changed as (
      update webhook_endpoint e
      set failing_since = case when ${p.isAccepted} then null else now() end
      from recorded
      where e.company_id = ${p.companyId} and e.id = recorded.endpoint_id
        and (e.failing_since is null) <> ${p.isAccepted}
    )
    select case when not ${p.isAccepted} then coalesce(e.failing_since, now()) end as failing_since
    from settings, recorded join webhook_endpoint e
      on e.company_id = ${p.companyId} and e.id = recorded.endpoint_id
  `,
);

/** Maximum number of deliveries that one statement makes due again, or deletes. */
export const SLICE = 1_000;

/** Deletes up to `SLICE` finished deliveries of any company that are older than 30 days. */
export const deleteSomeOldWebhookDeliveries = statement<object, { id: number }>(
  "delete_some_old_webhook_deliveries",
  () => sql`
    delete from webhook_delivery where (company_id, id) in (
      select company_id, id from webhook_delivery
      where created_at < now() - interval '30 days' and state in ('sent', 'failed')
      order by created_at limit ${sql.lit(SLICE)}
    )
    returning id
  `,
);

/** Deletes up to `SLICE` finished deliveries that are not among the newest `kept` of their endpoint. */
export const deleteSomeExcessDeliveries = statement<{ kept: number }, { id: number }>(
  "delete_some_excess_webhook_deliveries",
  (p) => sql`
    delete from webhook_delivery where (company_id, id) in (
      select excess.company_id, excess.id
      from webhook_endpoint e cross join lateral (
        select id from webhook_delivery
        where company_id = e.company_id and endpoint_id = e.id
        order by id desc offset ${p.kept} limit 1
      ) newest_excess
      cross join lateral (
        select company_id, id from webhook_delivery
        where company_id = e.company_id and endpoint_id = e.id and id <= newest_excess.id
          and state in ('sent', 'failed')
        limit ${sql.lit(SLICE)}
      ) excess
      limit ${sql.lit(SLICE)}
    )
    returning id
  `,
);

/** Lists the endpoints of all companies for which more than `kept` deliveries wait. */
export const listFullEndpoints = statement<
  { kept: number },
  { companyId: number; endpointId: number }
>(
  "list_full_webhook_endpoints",
  (p) => sql`
    select e.company_id, e.id as endpoint_id from webhook_endpoint e
    where e.state = 'on' and exists (
      select from webhook_delivery d
      where d.company_id = e.company_id and d.endpoint_id = e.id
        and d.state in ('waiting', 'sending')
      offset ${p.kept}
    )
  `,
);
