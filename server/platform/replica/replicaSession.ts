import { closing } from "#server/platform/db/closing.ts";
import type { TenantReads } from "#server/platform/db/database.ts";
import { READ_WITHIN_MS, openTenantReads } from "#server/platform/db/database.ts";
import type { ServerState } from "#server/platform/db/serverState.ts";
import { newStateClient, readServerState } from "#server/platform/db/serverState.ts";

/**
 * One run of one replica, watched over a connection of its own. What it has replayed never goes back while that connection lives; after a
 * restart, or where a name leads to several servers, it might, so that every connection has to be to this very run.
 */
export interface ReplicaSession extends Pick<TenantReads, "tenant"> {
  /** @throws the driver's errors */
  state(): Promise<ServerState>;
  close(): Promise<void>;
}

/** Connects. `onLost` is called once, when the watched connection is gone. @throws the driver's errors */
export async function openReplicaSession(
  connectionString: string,
  onLost: (error: Error) => void,
): Promise<ReplicaSession> {
  const client = newStateClient(connectionString, READ_WITHIN_MS);
  client.on("error", () => undefined);
  let watched: ServerState;
  try {
    await client.connect();
    watched = await readServerState(client);
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }
  client.once("end", () => onLost(new Error("the connection ended")));
  const reads = openTenantReads({
    connectionString,
    onIdleError: () => undefined,
    isRight: async (connection) => {
      const { isReplica, system, startedAt } = await readServerState(connection);
      return isReplica && system === watched.system && startedAt === watched.startedAt;
    },
  });
  return {
    tenant: (companyId) => reads.tenant(companyId),
    state: () => readServerState(client),
    close: () => closing(Promise.all([client.end(), reads.close()])),
  };
}
