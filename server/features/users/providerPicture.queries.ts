import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Name of the job that fetches the picture which a provider names. */
export const PROVIDER_PICTURE_TASK = "fetchProviderPicture";

/** Adds a job if the account has no picture. */
export const enqueueProviderPicture = statement<
  { companyId: number; userId: number; url: string },
  never
>(
  "enqueue_provider_picture",
  (p) => sql`
    select enqueue_job(${sql.lit(PROVIDER_PICTURE_TASK)}, jsonb_build_object(
      'companyId', ${p.companyId}::bigint, 'userId', u.id, 'url', ${p.url}::text))
    from user_account u where u.id = ${p.userId} and u.picture_key is null
  `,
);
