import pg from "pg";
import { isDatabaseUnavailable } from "#server/platform/db/errors.ts";
import type { ServerState } from "#server/platform/db/serverState.ts";
import { newStateClient, readServerState, whyNoReplica } from "#server/platform/db/serverState.ts";
import { StartError } from "#server/platform/db/startError.ts";

const TIMEOUT_MS = 3_000;

/**
 * Checks at the start that the server is a replica of the primary. An unreachable replica is
 * accepted, because the portal can run without it.
 * @throws StartError with a one-line message for the operator if the server is reachable and not a
 * usable replica
 */
export async function refuseWrongReplica(
  connectionString: string,
  primaryUrl: string,
): Promise<void> {
  const refuse = (reason: string, cause?: unknown): never => {
    throw new StartError(`DATABASE_READ_URL cannot be used: ${reason.replaceAll("\n", " ")}.`, {
      cause,
    });
  };
  const readState = async (url: string): Promise<ServerState | undefined> => {
    try {
      return await connectAndRead(url);
    } catch (error) {
      if (error instanceof pg.DatabaseError && !isDatabaseUnavailable(error))
        return refuse(error.message, error);
      return undefined;
    }
  };
  const [replica, primary] = await Promise.all([
    readState(connectionString),
    readState(primaryUrl),
  ]);
  if (!replica || !primary) return;
  const reason = whyNoReplica(replica, primary);
  if (reason !== undefined) refuse(`the server ${reason}`);
}

async function connectAndRead(connectionString: string): Promise<ServerState> {
  const client = newStateClient(connectionString, TIMEOUT_MS);
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await readServerState(client);
  } finally {
    void client.end().catch(() => undefined);
  }
}
