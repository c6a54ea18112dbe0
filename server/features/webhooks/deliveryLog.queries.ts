import type { DeliveryState, WebhookDelivery, WebhookDeliveryDetail } from "#contract/webhooks.ts";
import { WEBHOOK_DELIVERY_COUNT_LIMIT } from "#contract/webhooks.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import { SLICE } from "./deliveries.queries.ts";

interface OfEndpoint extends Pick<Visibility, "canSeePrivate"> {
  companyId: number;
  endpointId: number;
}

/**
 * Whether the viewer may see the delivery `d`. Whether the endpoint gets what is private can have
 * changed since.
 */
const canSeeDelivery = ({ canSeePrivate }: Pick<Visibility, "canSeePrivate">) =>
  sql`(${canSeePrivate}::boolean or not d.is_private)`;

const lastAnswer = sql`d.answers -> -1 as last_answer`;
const deliveryColumns = sql`d.id, d.event_key as event_id, d.type, d.state, d.attempts, d.next_attempt_at,
  d.created_at, ${lastAnswer}`;

/** The conditions of a list of deliveries. */
interface LogShape {
  byState: boolean;
  byType: boolean;
}

interface LogParams extends OfEndpoint {
  state?: DeliveryState | undefined;
  type?: string | undefined;
}

const inLog = (shape: LogShape, p: Required<LogParams>): Sql =>
  sql.join(
    [
      sql`d.company_id = ${p.companyId} and d.endpoint_id = ${p.endpointId}`,
      canSeeDelivery(p),
      ...(shape.byState ? [sql`d.state = ${p.state}`] : []),
      ...(shape.byType ? [sql`d.type = ${p.type}`] : []),
    ],
    sql` and `,
  );

/** Lists up to `rows` deliveries to an endpoint before `beforeId`, newest first. */
export const listDeliveries = statementByShape((shape: LogShape) =>
  statement<LogParams & { beforeId: number; rows: number }, WebhookDelivery>(
    "list_webhook_deliveries",
    (p) => sql`
      select ${deliveryColumns} from webhook_delivery d
      where ${inLog(shape, p)} and d.id < ${p.beforeId}
      order by d.id desc limit ${p.rows}
    `,
  ),
);

export const countDeliveries = statementByShape((shape: LogShape) =>
  statement<LogParams, { total: number }>(
    "count_webhook_deliveries",
    (p) => sql`
      select count(*) as total from (
        select from webhook_delivery d where ${inLog(shape, p)}
        limit ${sql.lit(WEBHOOK_DELIVERY_COUNT_LIMIT)}
      ) counted
    `,
  ),
);

export const findDelivery = statement<OfEndpoint & { deliveryId: number }, WebhookDeliveryDetail>(
  "find_webhook_delivery",
  (p) => sql`
    select ${deliveryColumns}, d.body, d.answers from webhook_delivery d
    where d.company_id = ${p.companyId} and d.endpoint_id = ${p.endpointId}
      and d.id = ${p.deliveryId} and ${canSeeDelivery(p)}
  `,
);

/** Makes a delivery due again, with all its attempts. Returns nothing for an unknown one. */
export const sendAgain = statement<OfEndpoint & { deliveryId: number }, WebhookDelivery>(
  "send_webhook_again",
  (p) => sql`
    update webhook_delivery d set state = 'waiting', next_attempt_at = now(), finished_at = null,
      attempts = 0
    where d.company_id = ${p.companyId} and d.endpoint_id = ${p.endpointId}
      and d.id = ${p.deliveryId} and ${canSeeDelivery(p)}
    returning ${deliveryColumns}
  `,
);

/** Which finished deliveries are sent again. */
interface Since extends OfEndpoint {
  since: string;
  onlyFailed: boolean;
}

const isSentAgain = (p: Since) => sql`
  d.company_id = ${p.companyId} and d.endpoint_id = ${p.endpointId}
    and d.created_at >= ${p.since}::timestamptz and d.type <> 'test' and ${canSeeDelivery(p)}
    and (d.state = 'failed' or d.state = 'sent' and not ${p.onlyFailed}::boolean)`;

export const countSince = statement<Since, { count: number }>(
  "count_webhooks_since",
  (p) => sql`select count(*) as count from webhook_delivery d where ${isSentAgain(p)}`,
);

/** Makes up to `SLICE` deliveries after `afterId` due again, in their order. */
export const sendSomeAgain = statement<Since & { afterId: number }, { id: number }>(
  "send_some_webhooks_again",
  (p) => sql`
    update webhook_delivery set state = 'waiting', next_attempt_at = now(), finished_at = null,
      attempts = 0
    where company_id = ${p.companyId} and id in (
      select d.id from webhook_delivery d where ${isSentAgain(p)} and d.id > ${p.afterId}
      order by d.id limit ${sql.lit(SLICE)}
      for no key update
    )
    returning id
  `,
);

export const insertTest = statement<
  Omit<OfEndpoint, "canSeePrivate"> & { eventId: string; body: string },
  WebhookDelivery
>(
  "insert_webhook_test",
  (p) => sql`
    insert into webhook_delivery as d (company_id, endpoint_id, event_key, type, body, is_private)
    values (${p.companyId}, ${p.endpointId}, ${p.eventId}, 'test', ${p.body}, false)
    returning ${deliveryColumns}
  `,
);
