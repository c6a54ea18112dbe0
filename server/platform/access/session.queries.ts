import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";
import { SESSION_MAX_AGE } from "./sessionToken.ts";

/** Days without a request after which a session ends. */
const SESSION_IDLE_DAYS = 14;

/**
 * Whether a row of `session` has not expired. In the query, the table or its alias must be named
 * `session`. The account is not checked.
 */
export const sessionIsAlive = sql`session.expires_at > now()
      and session.last_seen_at > now() - make_interval(days => ${sql.lit(SESSION_IDLE_DAYS)})`;

/**
 * Whether the custom domain on which a session was opened has been verified for the same company
 * ever since. True for a session that was not opened on a custom domain.
 */
export const sessionKeepsItsDomain = sql`(session.domain_company_id is null or exists (
        select from company served
        where served.id = session.domain_company_id and served.custom_domain = session.host
          and served.custom_domain_verified_at <= session.created_at and served.closed_at is null
      ))`;

/** The browser and the client address that use a session, as the request reports them. */
interface Place {
  userAgent: string;
  ip: string;
}

/** The host on which a session is valid. */
interface SessionHost {
  host: string;
  /** The company whose custom domain the host is; null on other hosts. */
  domainCompanyId: number | null;
}

/**
 * Stores that an account was there, if the host is its own company's or the product's. What the
 * account does in other companies is not stored. Skips an account that another transaction has
 * locked, and one of a read-only company, so that nobody waits and no login fails.
 */
const storeLastVisit = (p: { userId: number; hostCompanyId: number | null }) => sql`
      update user_account set last_seen_at = now() where id = (
        select account.id from user_account account
        where account.id = ${p.userId}
          and account.home_company_id = coalesce(${p.hostCompanyId}, account.home_company_id)
          and not exists (
            select from company
            where company.id = account.home_company_id and company.read_only_since is not null
          )
        for no key update skip locked
      )`;

export const insertSession = statement<
  {
    tokenHash: Buffer;
    userId: number;
    hostCompanyId: number | null;
    isProved: boolean;
    /** Whether only a company has proved who the user is. */
    isVouched: boolean;
    /** Null for `SESSION_MAX_AGE` from now. */
    expiresAt: string | null;
  } & SessionHost &
    Place,
  never
>(
  "insert_session",
  (p) => sql`
    with seen as (${storeLastVisit(p)})
    insert into session
      (token_hash, user_id, host, domain_company_id, user_agent, ip, expires_at, proved_at,
        is_vouched)
    values (${p.tokenHash}, ${p.userId}, ${p.host}, ${p.domainCompanyId}, left(${p.userAgent}, 300),
      left(${p.ip}, 60),
      coalesce(${p.expiresAt}::timestamptz, now() + make_interval(secs => ${sql.lit(SESSION_MAX_AGE)})),
      case when ${p.isProved}::boolean then now() end, ${p.isVouched})
  `,
);

/** A session as its user may see it, without the token or its hash. */
export interface SessionRow extends Place {
  id: number;
  /**
   * The host on which the session is valid; null for a session created before hosts were stored.
   */
  host: string | null;
  createdAt: string;
  lastSeenAt: string;
  isCurrent: boolean;
  /** The sort key of the list: the time of the last use, or `FIRST_SESSION_KEY`. */
  sortKey: string;
}

/**
 * The sort key of the current session. It is later than every time of use, so the current session
 * comes first.
 */
export const FIRST_SESSION_KEY = "9999-12-31T23:59:59.999Z";

/**
 * A listed session and the total number of listed sessions. On an empty page, the session's columns
 * are null.
 */
type ListedSession = { total: number } & (SessionRow | Record<keyof SessionRow, null>);

/**
 * Selects which of a user's sessions a statement lists or ends: only sessions opened on this custom
 * domain, or all sessions if `domain` is null. Requests on a custom domain must not reach other
 * sessions, because whoever controls the domain's DNS could have sent these requests.
 */
interface Reach {
  domain: string | null;
}

const isWithin = (domain: unknown) => sql`(${domain}::text is null or host = ${domain}::text)`;

/**
 * Lists up to `rows` valid sessions of a user after a position. The current session comes first,
 * followed by the other sessions in the order of their last use, latest first.
 */
export const listSessionsOf = statement<
  { userId: number; tokenHash: Buffer | null; key: string; id: number; rows: number } & Reach,
  ListedSession
>(
  "list_sessions_of",
  (p) => sql`
    with own as (
      select id, host, user_agent, ip, created_at, last_seen_at,
        coalesce(token_hash = ${p.tokenHash}::bytea, false) as is_current,
        case when token_hash = ${p.tokenHash}::bytea then ${sql.lit(FIRST_SESSION_KEY)}::timestamptz
          else last_seen_at end as sort_key
      from session where user_id = ${p.userId} and ${sessionIsAlive}
        and ${sessionKeepsItsDomain} and ${isWithin(p.domain)}
    )
    select counted.total, page.*
    from (select count(*) as total from own) counted
    left join (
      select * from own
      where (sort_key, id) < (${p.key}::timestamptz, ${p.id}::bigint)
      order by sort_key desc, id desc limit ${p.rows}
    ) page on true
    order by page.sort_key desc, page.id desc
  `,
);

/** Finds the id of a user's valid session by the hash of its token. */
export const findLiveSession = statement<
  { userId: number; tokenHash: Buffer | null },
  { id: number }
>(
  "find_live_session",
  (p) => sql`
    select id from session where token_hash = ${p.tokenHash}::bytea and user_id = ${p.userId} and ${sessionIsAlive}
  `,
);

/** Finds when a user's valid session ends at the latest. */
export const findSessionEnd = statement<
  { userId: number; tokenHash: Buffer | null },
  { expiresAt: string }
>(
  "find_session_end",
  (p) => sql`
    select expires_at from session where token_hash = ${p.tokenHash}::bytea and user_id = ${p.userId} and ${sessionIsAlive}
  `,
);

/** Minutes for which a sign-in counts as fresh. */
const FRESH_MINUTES = 5;

/** Finds a session in which the user has proved who they are within the last `FRESH_MINUTES`. */
export const findFreshSession = statement<
  { tokenHash: Buffer | null },
  { id: number; isVouched: boolean }
>(
  "find_fresh_session",
  (p) => sql`
    select id, is_vouched from session
    where token_hash = ${p.tokenHash}::bytea
      and proved_at > now() - make_interval(mins => ${sql.lit(FRESH_MINUTES)})
  `,
);

/**
 * Ends one of a user's sessions. The foreign key also deletes the codes that would transfer the
 * session to another host.
 */
export const deleteSessionById = statement<
  { userId: number; id: number } & Reach,
  { tokenHash: Buffer }
>(
  "delete_session_by_id",
  (p) => sql`
    delete from session where id = ${p.id} and user_id = ${p.userId} and ${sessionIsAlive}
      and ${isWithin(p.domain)}
    returning token_hash
  `,
);

/**
 * Ends a user's sessions on a custom domain (all sessions if `domain` is null), except the current
 * session. The account must be locked, as explained at `deleteSessionsOf`.
 */
export const deleteOtherSessions = statement<
  { userId: number; tokenHash: Buffer | null } & Reach,
  never
>(
  "delete_other_sessions",
  (p) => sql`
    delete from session where user_id = ${p.userId} and token_hash is distinct from ${p.tokenHash}::bytea
      and ${isWithin(p.domain)}
  `,
);

export const deleteSession = statement<{ tokenHash: Buffer }, never>(
  "delete_session",
  (p) => sql`delete from session where token_hash = ${p.tokenHash}`,
);

/**
 * Deletes all sessions of a user. The codes that would transfer these sessions to another host are
 * deleted with them. The caller must lock the account first. A login that committed before the lock
 * has a session that this statement deletes. A later login reads the changed account.
 */
export const deleteSessionsOf = statement<{ userId: number }, never>(
  "delete_sessions_of",
  (p) => sql`
    delete from session where user_id = ${p.userId}
  `,
);

/** Deletes all sessions of several users, in the same way as `deleteSessionsOf`. */
export const deleteSessionsOfAll = statement<{ userIds: readonly number[] }, never>(
  "delete_sessions_of_all",
  (p) => sql`
    delete from session where user_id = any (${p.userIds}::bigint[])
  `,
);

/**
 * Extends a session's idle timeout, and stores where the session is used and that its user was
 * there. Skips the row if another transaction has locked it. Called only if the last use was more
 * than 5 minutes ago.
 */
export const touchSession = statement<
  { tokenHash: Buffer; userId: number; hostCompanyId: number | null } & Place,
  never
>(
  "touch_session",
  (p) => sql`
    with seen as (${storeLastVisit(p)})
    update session set last_seen_at = now(), user_agent = left(${p.userAgent}, 300), ip = left(${p.ip}, 60)
    where token_hash = (
      select token_hash from session where token_hash = ${p.tokenHash} for no key update skip locked
    )
  `,
);

/**
 * Deletes expired sessions, and sessions of custom domains that no longer belong to the same
 * company.
 */
export const deleteExpiredSessions = statement<Record<never, never>, never>(
  "delete_expired_sessions",
  () => sql`
    delete from session where not (${sessionIsAlive} and ${sessionKeepsItsDomain})
  `,
);
