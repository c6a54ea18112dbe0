import pg from "pg";

/** What tells two PostgreSQL servers apart, and how far one has come. */
export interface ServerState {
  /** The same for a server and all of its replicas. */
  system: string;
  /** Counts the promotions that a server's history has in it. A replica tells of one after its next restart point (minutes). */
  timeline: number;
  startedAt: string;
  isReplica: boolean;
  /**
   * A position in the write-ahead log, in bytes. Of a primary: every transaction that anyone has been told is committed lies before it. Of
   * a replica: every transaction before it can be seen there.
   */
  position: bigint;
}

/**
 * A commit is told once it is flushed, so that the flushed position holds it; only where commits do not wait (`synchronous_commit` off) does
 * it take the inserted one, which may stay ahead of what is sent to replicas for seconds when nothing else is written.
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

/** @throws the driver's errors */
export async function readServerState(client: pg.ClientBase): Promise<ServerState> {
  const { rows } = await client.query<StateRow>({ name: "server_state", text: STATE });
  const [row] = rows;
  if (!row) throw new Error("The server does not tell its state");
  return {
    system: row.system,
    timeline: row.timeline,
    startedAt: row.started_at,
    isReplica: row.is_replica,
    position: BigInt(row.position),
  };
}

/** A connection that only asks for the state. */
export function newStateClient(connectionString: string, answerWithinMs: number): pg.Client {
  return new pg.Client({
    connectionString,
    application_name: "hearback replica",
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
  });
}

/** Why a server is no replica of a primary, as the end of a sentence; undefined if it is one. */
export function whyNoReplica(replica: ServerState, primary: ServerState): string | undefined {
  if (!replica.isReplica) return "is no replica: it takes writes itself";
  if (replica.system !== primary.system)
    return "is a replica of another database than DATABASE_URL";
  return undefined;
}
