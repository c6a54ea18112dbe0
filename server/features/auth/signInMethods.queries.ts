import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Stores that an account was signed in by its password or by a mailed code. */
export const saveSignInUse = statement<{ userId: number; way: "password" | "mail" }, never>(
  "save_sign_in_use",
  (p) => sql`
    insert into sign_in_use (user_id, way) values (${p.userId}, ${p.way})
    on conflict (user_id, way) do update set last_used_at = now()
  `,
);

export const findSignInUses = statement<
  { userId: number },
  { passwordUsedAt: string | null; mailUsedAt: string | null }
>(
  "find_sign_in_uses",
  (p) => sql`
    select max(last_used_at) filter (where way = 'password') as password_used_at,
      max(last_used_at) filter (where way = 'mail') as mail_used_at
    from sign_in_use where user_id = ${p.userId}
  `,
);
