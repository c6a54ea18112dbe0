import { WAITING_DELIVERY } from "../insertMailedNotifications.ts";
import { BEFORE } from "../insertHiddenItems.ts";
import type { Copy, Sql } from "./copy.ts";

/** An endpoint of A, which has a delivery with the id `WAITING_DELIVERY`. */
export const ENDPOINT_ID = 700;

export const webhookCopies: Copy[] = [
  [
    "webhook_endpoint",
    "id, kind, name, url, events, board_ids, state, off_reason, origin, created_at",
    "id, kind, 'B ' || name, url, events, board_ids, state, off_reason, origin, created_at",
  ],
  [
    "webhook_secret",
    "endpoint_id, address, secret, previous_until",
    "endpoint_id, 'B', secret, timestamptz '2100-01-01'",
  ],
  [
    "webhook_delivery",
    "id, endpoint_id, event_key, type, body, state, next_attempt_at, created_at",
    "id, endpoint_id, 'b' || event_key, type, 'B', state, next_attempt_at, created_at",
  ],
];

/** Inserts an endpoint with a delivery that is due. */
export async function insertEndpoint(sql: Sql, companyId: number, boardId: number): Promise<void> {
  await sql(
    `with endpoint as (
       insert into webhook_endpoint (company_id, id, kind, name, url, events, board_ids, origin, created_at)
       overriding system value
       values ($1, $2, 'webhook', 'A', 'A', '{vote.created}', array[$5::bigint], 'http://localhost', $4)
     ), secret as (
       insert into webhook_secret (company_id, endpoint_id, address, secret)
       values ($1, $2, 'A', 'A')
     )
     insert into webhook_delivery
       (company_id, id, endpoint_id, event_key, type, body, next_attempt_at, created_at, is_private)
     overriding system value
     values ($1, $3, $2, 'msg_1', 'vote.created', 'A', $4, $4, false)`,
    [companyId, ENDPOINT_ID, WAITING_DELIVERY, BEFORE, boardId],
  );
}

/** Inserts deliveries that only B has, with answers. */
export async function insertDeliveriesOfOther(sql: Sql, companyId: number): Promise<void> {
  await sql(
    `insert into webhook_delivery
       (company_id, id, endpoint_id, event_key, type, body, state, answers, next_attempt_at,
         finished_at, created_at)
     overriding system value
     select $1, id, $2, 'b' || id, 'vote.created', 'B', state, '[{"at": "2019-01-01", "ofB": true}]',
       case when state = 'waiting' then $3::timestamptz end,
       case when state <> 'waiting' then $3::timestamptz end, $3
     from (values (690, 'waiting'), (691, 'sent'), (692, 'failed')) given (id, state)`,
    [companyId, ENDPOINT_ID, BEFORE],
  );
}

/** Returns the parameters of statements about webhooks. */
export function webhookParameters(): Record<string, unknown> {
  return {
    endpointId: ENDPOINT_ID,
    endpointKind: "webhook",
    url: "https://a.example.com/in",
    address: "https://a.example.com/in",
    secret: Buffer.from("A"),
    events: ["vote.created"],
    includesPrivate: false,
    offReason: "failing",
    eventId: "msg_2",
    type: "vote.created",
    attempts: 1,
    isAccepted: true,
    retrySeconds: null,
    answer: "{}",
    onlyFailed: false,
    onlyPrivate: false,
    kept: 1,
    consumers: ["webhooks"],
    deliveries: JSON.stringify([
      {
        endpointId: ENDPOINT_ID,
        eventId: "msg_3",
        type: "vote.created",
        body: "{}",
        isPrivate: false,
      },
    ]),
  };
}
