import pg from "pg";
import type { WebhookEventType } from "#contract/webhookEvents.ts";
import { startProgram } from "../ceilings/startProgram.ts";

/** A webhook endpoint of a company, with a receiver that accepts everything. */
export interface OpenEndpoint {
  /** Deletes the endpoint with its deliveries, and ends the receiver. */
  close(): Promise<void>;
}

/**
 * The environment of a portal that reaches the receiver, which is on the loopback interface. With
 * `NODE_ENV=production`, nothing else of what a visitor requests differs.
 */
export const REACHING_RECEIVERS = { HEARBACK_DEV: "1" };

/** Opens an endpoint of a company that gets an event. */
export async function openEndpoint(
  databaseUrl: string,
  companyId: number,
  event: WebhookEventType,
): Promise<OpenEndpoint> {
  const receiver = startProgram("bareServer.ts");
  const port = await receiver.ask({ status: 204, headers: [], body: new Uint8Array() });
  const address = `http://127.0.0.1:${String(port)}/`;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `with endpoint as (
       insert into webhook_endpoint (company_id, kind, name, url, events, origin)
       values ($1, 'webhook', 'Receiver', $2, array[$3], 'http://localhost') returning id
     )
     insert into webhook_secret (company_id, endpoint_id, address, secret)
     select $1, id, $2, sha256('bench') from endpoint`,
    [companyId, address, event],
  );
  // The schedule would start the job at the next full minute.
  await client.query(`select graphile_worker.add_job('deliverWebhooks', '{"_cron": {}}')`);
  return {
    close: async () => {
      await client.query("delete from webhook_endpoint where company_id = $1", [companyId]);
      await client.query(
        `update activity set pending = pending - 'webhooks'
         where company_id = $1 and pending ? 'webhooks'`,
        [companyId],
      );
      await client.end();
      await receiver.stop();
    },
  };
}
