import { waitUntilClosed } from "#server/platform/db/waitUntilClosed.ts";
import type { TenantReads } from "#server/platform/db/openTenantReads.ts";
import { READ_TIMEOUT_MS, openTenantReads } from "#server/platform/db/openTenantReads.ts";
import type { ServerState } from "#server/platform/db/serverState.ts";
import { newStateClient, readServerState } from "#server/platform/db/serverState.ts";

/**
 * One server process of the replica, observed over one connection. The process's replay position
 * never decreases while that connection is open. All connections must lead to this process, because
 * another process can have a lower position, for example after a restart or if a name resolves to
 * several servers.
 */
export interface ReplicaSession extends Pick<TenantReads, "tenant"> {
  state(): Promise<ServerState>;
  close(): Promise<void>;
}

/**
 * Connects to the replica. `onLost` is called once when the observed connection is lost.
 * @throws the driver's errors
 */
export async function openReplicaSession(
  connectionString: string,
  onLost: (error: Error) => void,
): Promise<ReplicaSession> {
  const client = newStateClient(connectionString, READ_TIMEOUT_MS);
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
    isExpectedServer: async (connection) => {
      const { isReplica, system, startedAt } = await readServerState(connection);
      return isReplica && system === watched.system && startedAt === watched.startedAt;
    },
  });
  return {
    tenant: (companyId, owner) => reads.tenant(companyId, owner),
    state: () => readServerState(client),
    close: () => waitUntilClosed(Promise.all([client.end(), reads.close()])),
  };
}
