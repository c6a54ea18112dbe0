import type pg from "pg";
import type { Database, TenantDb } from "./database.ts";
import { tenantDb } from "./database.ts";
import type { DatabaseOptions } from "./openPool.ts";
import { POOL_SIZE, openPool, prepareTenants } from "./openPool.ts";
import type { TurnOwner } from "./turns.ts";
import { createTurns } from "./turns.ts";

/**
 * Statement timeout on the replica in milliseconds. After this time the read is repeated on the
 * primary.
 */
export const READ_TIMEOUT_MS = 3_000;

/**
 * Lock timeout on the replica in milliseconds. A lock on the replica lasts until the replica has
 * replayed the end of the transaction that holds the lock. This can take long.
 */
const REPLICA_LOCK_TIMEOUT_MS = 500;

/** Milliseconds to wait for a turn on the replica, and for a new connection to the replica. */
const REPLICA_CONNECT_TIMEOUT_MS = 1_000;

/** Reads tenants' rows from a read-only server. */
export interface TenantReads extends Pick<Database, "close"> {
  /** @param owner the owner whose turns the statements take; by default the company */
  tenant(companyId: number, owner?: TurnOwner): TenantDb;
}

/**
 * Opens the tenants' pool on a replica, with the same role and row-level security as on the
 * primary. Timeouts are shorter, because a failed read is repeated on the primary.
 * @param options `isExpectedServer` decides for each new connection whether the connection may be
 * used
 */
export function openTenantReads({
  isExpectedServer,
  ...options
}: Omit<DatabaseOptions, "timeLimit"> & {
  isExpectedServer: (client: pg.ClientBase) => Promise<boolean>;
}): TenantReads {
  const pool = openPool({
    ...options,
    timeLimit: READ_TIMEOUT_MS,
    role: "hearback_app",
    applicationName: "hearback reads",
    driver: { connectionTimeoutMillis: REPLICA_CONNECT_TIMEOUT_MS },
    prepare: async (client) => {
      await client.query(
        `set default_transaction_read_only = on; set lock_timeout = ${String(REPLICA_LOCK_TIMEOUT_MS)}`,
      );
      if (!(await isExpectedServer(client)))
        throw new Error("the connection leads to another server than the watched replica");
      await prepareTenants(client);
    },
  });
  const turns = createTurns(options.poolSize ?? POOL_SIZE, REPLICA_CONNECT_TIMEOUT_MS);
  return {
    tenant: (companyId, owner) => tenantDb({ pool, turns }, companyId, owner),
    close: () => pool.end(),
  };
}
