import pg from "pg";
import { isDatabaseUnavailable } from "#server/platform/db/errors.ts";
import type { ServerState } from "#server/platform/db/serverState.ts";
import { newStateClient, readServerState, whyNoReplica } from "#server/platform/db/serverState.ts";
import { StartError } from "#server/platform/db/startError.ts";

const ANSWER_WITHIN_MS = 3_000;

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
  const ask = async (url: string): Promise<ServerState | undefined> => {
    try {
      return await askOnce(url);
    } catch (error) {
      if (error instanceof pg.DatabaseError && !isDatabaseUnavailable(error))
        return refuse(error.message, error);
      return undefined;
    }
  };
  const [replica, primary] = await Promise.all([ask(connectionString), ask(primaryUrl)]);
  if (!replica || !primary) return;
  const reason = whyNoReplica(replica, primary);
  if (reason !== undefined) refuse(`the server ${reason}`);
}

async function askOnce(connectionString: string): Promise<ServerState> {
  const client = newStateClient(connectionString, ANSWER_WITHIN_MS);
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await readServerState(client);
  } finally {
    void client.end().catch(() => undefined);
  }
}
