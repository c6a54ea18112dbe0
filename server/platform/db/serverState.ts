import pg from "pg";

/** Identifies a PostgreSQL server and its position in the write-ahead log. */
export interface ServerState {
  /** System identifier; the same for a server and all of its replicas. */
  system: string;
  /**
   * The server's timeline, which each promotion increments. A replica reports a new timeline only
   * after its next restart point, which can be minutes later.
   */
  timeline: number;
  startedAt: string;
  isReplica: boolean;
  /**
   * Position in the write-ahead log, in bytes. On a primary, every acknowledged commit lies before
   * this position. On a replica, every transaction before this position is visible.
   */
  position: bigint;
}

/**
 * Selects the server's state. The flush position includes all acknowledged commits, because a
 * commit is acknowledged after its flush. With `synchronous_commit` off, commits are acknowledged
 * earlier, so the insert position is selected instead. While nothing else is written, the insert
 * position can be seconds ahead of what replicas receive.
 */
const STATE = `
  select system_identifier::text as system, extract(epoch from pg_postmaster_start_time())::text as started_at, pg_is_in_recovery() as is_replica,
    case when pg_is_in_recovery() then greatest(timeline_id, min_recovery_end_timeline)
      else ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int end as timeline,
    (coalesce(case
      when pg_is_in_recovery() then pg_last_wal_replay_lsn()
      when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end, '0/0') - '0/0')::text as position
  from pg_control_system(), pg_control_checkpoint(), pg_control_recovery()`;

interface StateRow {
  system: string;
  started_at: string;
  is_replica: boolean;
  timeline: number;
  position: string;
}

/** Reads the state of the server that the client is connected to. */
export async function readServerState(client: pg.ClientBase): Promise<ServerState> {
  const { rows } = await client.query<StateRow>({ name: "server_state", text: STATE });
  const [row] = rows;
  if (!row) throw new Error("The server returned no state");
  return {
    system: row.system,
    timeline: row.timeline,
    startedAt: row.started_at,
    isReplica: row.is_replica,
    position: BigInt(row.position),
  };
}

/** Creates a client that is used only to read the server's state. */
export function newStateClient(connectionString: string, answerWithinMs: number): pg.Client {
  return new pg.Client({
    connectionString,
    application_name: "hearback replica",
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
  });
}

/**
 * Returns why a server is not a replica of the primary, as the end of a sentence; undefined if the
 * server is a replica.
 */
export function whyNoReplica(replica: ServerState, primary: ServerState): string | undefined {
  if (!replica.isReplica) return "is no replica: it takes writes itself";
  if (replica.system !== primary.system)
    return "is a replica of another database than DATABASE_URL";
  return undefined;
}
