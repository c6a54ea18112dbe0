import type { DeliveryState, Webhook, WebhookKind } from "#contract/webhooks.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { assignChanged } from "#server/platform/db/changedFields.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

interface OfEndpoint {
  companyId: number;
  endpointId: number;
}

type Viewer = Pick<Visibility, "canSeePrivate">;

/**
 * Whether the viewer may see the endpoint `e`. An API key that does not see what is private does not
 * see the endpoints that get it.
 */
const canSeeEndpoint = ({ canSeePrivate }: Viewer) => sql`(
  ${canSeePrivate}::boolean or not e.includes_private and 'moderation.pending' <> all (e.events)
)`;

/** Deliveries that are not finished are counted up to this number. */
const UNFINISHED_COUNT_LIMIT = 1_000;

/** The last answer to the first delivery of the endpoint `e` in a state. Reads one row. */
const newestAnswer = (state: DeliveryState, order: "asc" | "desc") => sql`(
  select d.answers -> -1 as answer from webhook_delivery d
  where d.company_id = e.company_id and d.endpoint_id = e.id and d.state = ${sql.lit(state)}
  order by d.id ${sql.raw(order)} limit 1
)`;

/** The columns of the endpoint `e`. Boards that no longer exist are left out. */
const endpointColumns = sql`
  e.id, e.kind, e.name, e.url, e.events, e.includes_private, e.state = 'on' as is_on, e.off_reason,
  e.failing_since, e.created_at,
  case when e.board_ids is not null then coalesce((
    select jsonb_agg(b.id order by b.id) from board b
    where b.company_id = e.company_id and b.id = any (e.board_ids)
  ), '[]') end as board_ids,
  (select s.previous_until from webhook_secret s
    where s.company_id = e.company_id and s.endpoint_id = e.id and s.previous_until > now()
  ) as previous_secret_until,
  (select answer from (
    ${newestAnswer("sent", "desc")} union all ${newestAnswer("failed", "desc")}
    union all ${newestAnswer("waiting", "asc")}
  ) newest where answer is not null order by answer ->> 'at' desc limit 1) as last_answer,
  (select count(*) from (
    select from webhook_delivery d
    where d.company_id = e.company_id and d.endpoint_id = e.id and d.state in ('waiting', 'sending')
    limit ${sql.lit(UNFINISHED_COUNT_LIMIT)}
  ) counted) as unfinished`;

export const listEndpoints = statement<Viewer & { companyId: number }, Webhook>(
  "list_webhook_endpoints",
  (p) => sql`
    select ${endpointColumns} from webhook_endpoint e
    where e.company_id = ${p.companyId} and ${canSeeEndpoint(p)} order by e.id
  `,
);

export const findEndpoint = statement<Viewer & OfEndpoint, Webhook>(
  "find_webhook_endpoint",
  (p) => sql`
    select ${endpointColumns} from webhook_endpoint e
    where e.company_id = ${p.companyId} and e.id = ${p.endpointId} and ${canSeeEndpoint(p)}
  `,
);

/** An endpoint while it is changed. */
interface LockedEndpoint {
  kind: WebhookKind;
  isOn: boolean;
  /** The address to which is sent; null after a restore from a backup. */
  address: string | null;
  hasSecret: boolean;
  boardIds: number[] | null;
  includesPrivate: boolean;
}

/** Locks an endpoint until the transaction ends. */
export const lockEndpoint = statement<OfEndpoint, LockedEndpoint>(
  "lock_webhook_endpoint",
  (p) => sql`
    select e.kind, e.state = 'on' as is_on, s.address, s.secret is not null as has_secret,
      to_jsonb(e.board_ids) as board_ids, e.includes_private
    from webhook_endpoint e
    left join webhook_secret s on s.company_id = e.company_id and s.endpoint_id = e.id
    where e.company_id = ${p.companyId} and e.id = ${p.endpointId}
    for no key update of e
  `,
);

export const insertEndpoint = statement<
  {
    companyId: number;
    endpointKind: WebhookKind;
    name: string;
    url: string;
    events: readonly string[];
    boardIds: readonly number[] | null;
    includesPrivate: boolean;
    origin: string;
  },
  { id: number }
>(
  "insert_webhook_endpoint",
  (p) => sql`
    insert into webhook_endpoint
      (company_id, kind, name, url, events, board_ids, includes_private, origin)
    values (${p.companyId}, ${p.endpointKind}, ${p.name}, ${p.url}, ${p.events}::text[],
      ${p.boardIds}::bigint[], ${p.includesPrivate}, ${p.origin})
    returning id
  `,
);

/** Stores the address of an endpoint, and its secret unless it has one. */
export const saveAddress = statement<
  OfEndpoint & { address: string; secret: Buffer | null },
  never
>(
  "save_webhook_address",
  (p) => sql`
    insert into webhook_secret as s (company_id, endpoint_id, address, secret)
    values (${p.companyId}, ${p.endpointId}, ${p.address}, ${p.secret}::bytea)
    on conflict (company_id, endpoint_id) do update set address = excluded.address
  `,
);

/** Sets the changed fields of a locked endpoint. An endpoint that is turned on begins anew. */
export const updateEndpoint = statement<
  OfEndpoint & {
    changed: readonly string[];
    name?: string | undefined;
    url?: string | undefined;
    events?: readonly string[] | undefined;
    boardIds?: readonly number[] | null | undefined;
    includesPrivate?: boolean | undefined;
    isOn?: boolean | undefined;
    origin: string;
  },
  never
>(
  "update_webhook_endpoint",
  (p) => sql`
    update webhook_endpoint set
      ${assignChanged({ name: "text", url: "text", includesPrivate: "boolean" }, p)},
      events = case when 'events' = any (${p.changed}::text[])
        then ${p.events}::text[] else events end,
      board_ids = case when 'boardIds' = any (${p.changed}::text[])
        then ${p.boardIds}::bigint[] else board_ids end,
      state = case when ${p.isOn}::boolean is null then state
        when ${p.isOn}::boolean then 'on' else 'off' end,
      off_reason = case when ${p.isOn}::boolean is null then off_reason
        when ${p.isOn}::boolean then null else coalesce(off_reason, 'admin') end,
      failing_since = case when ${p.isOn}::boolean then null else failing_since end,
      origin = ${p.origin}
    where company_id = ${p.companyId} and id = ${p.endpointId}
  `,
);

export const deleteEndpoint = statement<Viewer & OfEndpoint, { name: string }>(
  "delete_webhook_endpoint",
  (p) => sql`
    delete from webhook_endpoint e
    where e.company_id = ${p.companyId} and e.id = ${p.endpointId} and ${canSeeEndpoint(p)}
    returning name
  `,
);

/** Replaces the secret. For a day, the former one signs too. Returns nothing for a chat. */
export const rotateSecret = statement<OfEndpoint & { secret: Buffer }, { previousUntil: string }>(
  "rotate_webhook_secret",
  (p) => sql`
    update webhook_secret set previous_secret = secret, secret = ${p.secret},
      previous_until = now() + interval '1 day'
    where company_id = ${p.companyId} and endpoint_id = ${p.endpointId} and secret is not null
    returning previous_until
  `,
);

/** Turns an endpoint off because of its answers, or of what waits for it. Returns nothing if it is off already. */
export const turnOff = statement<
  OfEndpoint & { offReason: "gone" | "failing" | "full" },
  { name: string; origin: string }
>(
  "turn_webhook_off",
  (p) => sql`
    update webhook_endpoint set state = 'off', off_reason = ${p.offReason}
    where company_id = ${p.companyId} and id = ${p.endpointId} and state = 'on'
    returning name, origin
  `,
);

/** Gives up the deliveries of an endpoint that wait; with `onlyPrivate`, those of what is private. */
export const failUnfinished = statement<OfEndpoint & { onlyPrivate: boolean }, never>(
  "fail_unfinished_webhooks",
  (p) => sql`
    update webhook_delivery set state = 'failed', next_attempt_at = null, finished_at = now()
    where company_id = ${p.companyId} and endpoint_id = ${p.endpointId}
      and state in ('waiting', 'sending') and (is_private or not ${p.onlyPrivate}::boolean)
  `,
);

/** The admins of a company, who are told that an endpoint was turned off, and the names in the mail. */
export const listToldAdmins = statement<
  { companyId: number },
  {
    username: string;
    fullName: string | null;
    confirmedAt: string | null;
    companyName: string;
    siteName: string;
  }
>(
  "list_webhook_admins",
  (p) => sql`
    select u.username, u.full_name, u.confirmed_at, c.name as company_name, site.site_name
    from user_account u join company c on c.id = u.home_company_id
    cross join site_settings site
    where u.home_company_id = ${p.companyId} and u.role = 'company_admin' and u.is_active
    order by u.id limit 100
  `,
);

/** Lists those of the ids that are boards of the company and that the viewer can see. */
export const listKnownBoards = statement<
  Viewer & { companyId: number; boardIds: readonly number[] },
  { id: number; isPrivate: boolean }
>(
  "list_known_boards",
  (p) => sql`
    select id, is_private from board
    where company_id = ${p.companyId} and id = any (${p.boardIds}::bigint[])
      and (${p.canSeePrivate}::boolean or not is_private)
  `,
);

/** Whether a host is the custom domain of a company. The system runs this statement. */
export const findOwnDomain = statement<{ host: string }, { id: number }>(
  "find_own_domain",
  (p) => sql`
    select id from company
    where custom_domain = ${p.host} and custom_domain_verified_at is not null
  `,
);
