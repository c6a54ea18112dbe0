import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";
import { pictureUrl } from "#server/platform/access/pictureUrl.queries.ts";

/** Stores the picture of an account. Each picture has a new address. */
export const savePicture = statement<{ userId: number; content: Buffer }, { pictureUrl: string }>(
  "save_user_picture",
  (p) => sql`
    with stored as (
      insert into user_picture (user_id, content) values (${p.userId}, ${p.content})
      on conflict (user_id) do update set content = excluded.content, created_at = now()
      returning user_id
    )
    update user_account set picture_key = gen_random_uuid()
    where id = (select user_id from stored)
    returning ${pictureUrl("user_account")} as picture_url
  `,
);

/** Stores the picture of an account that has none. Returns nothing if it has one. */
export const saveFirstPicture = statement<{ userId: number; content: Buffer }, { id: number }>(
  "save_first_user_picture",
  (p) => sql`
    with stored as (
      insert into user_picture (user_id, content)
      select id, ${p.content}::bytea from user_account
      where id = ${p.userId} and picture_key is null
      on conflict do nothing returning user_id
    )
    update user_account set picture_key = gen_random_uuid()
    where id = (select user_id from stored)
    returning id
  `,
);

/** Removes the picture of an account. Returns nothing if there is none. */
export const deletePicture = statement<{ userId: number }, { id: number }>(
  "delete_user_picture",
  (p) => sql`
    with deleted as (delete from user_picture where user_id = ${p.userId} returning user_id)
    update user_account set picture_key = null
    where id = (select user_id from deleted)
    returning id
  `,
);

/** Returns the picture with this key, which cannot be guessed. */
export const findPicture = statement<{ pictureKey: string }, { content: Buffer }>(
  "find_user_picture",
  (p) => sql`
    select picture.content from user_account u join user_picture picture on picture.user_id = u.id
    where u.picture_key = ${p.pictureKey}
  `,
);

/** Lists the companies whose pages can show the name of an account. */
export const listCompaniesOf = statement<{ userId: number }, { companyId: number }>(
  "list_companies_of_user",
  (p) => sql`
    select home_company_id as company_id from user_account
    where id = ${p.userId} and home_company_id is not null
    union select company_id from feedback_item where user_id = ${p.userId}
    union select company_id from comment where user_id = ${p.userId}
    union select company_id from status_change where user_id = ${p.userId}
  `,
);
