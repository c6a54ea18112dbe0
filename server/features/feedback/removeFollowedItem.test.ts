import { beforeAll, expect, onTestFinished, test } from "vitest";
import { itemScene } from "#server/checks/fixtures/itemScene.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

test("deleting an item deletes its followers' notifications and levels of following with at most 2,000 rows per statement, and keeps the mails sent about the item", async () => {
  const { company, item, path } = await itemScene(portal);
  await portal.sql(
    `with account as (
       insert into user_account (username, password_hash, home_company_id)
       select format('follower-%s@example.com', n), 'none', $1 from generate_series(1, 2500) n
       returning id
     ), added as (
       insert into activity (company_id, feedback_id, kind, origin)
       values ($1, $2, 'status_changed', 'http://localhost') returning id
     ), following as (
       insert into follow (company_id, feedback_id, user_id, level)
       select $1, $2, id, 'all' from account
     ), mailed as (
       insert into mail_delivery (company_id, user_id, kind, feedback_id, state)
       select $1, id, 'immediate', $2, 'sent' from account
     )
     insert into notification (company_id, user_id, activity_id, feedback_id, reason, mail)
     select $1, account.id, added.id, $2, 'followed', 'off' from account, added`,
    [company.id, item.id],
  );
  await portal.sql(
    `create function refuse_many() returns trigger language plpgsql as $$ begin
       if (select count(*) from gone) > 2000 then raise 'too many rows in one statement'; end if;
       return null;
     end $$;
     create trigger refuse_many after delete on notification referencing old table as gone
       for each statement execute function refuse_many();
     create trigger refuse_many after delete on follow referencing old table as gone
       for each statement execute function refuse_many();
     create trigger refuse_many after update on mail_delivery referencing old table as gone
       for each statement execute function refuse_many();`,
  );
  onTestFinished(async () => void (await portal.sql("drop function refuse_many cascade")));
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  expect((await admin.delete(path)).status).toBe(204);
  expect(
    await portal.sql(
      `select (select count(*) from notification)::int as notifications,
         (select count(*) from follow)::int as levels,
         count(*)::int as mails, count(feedback_id)::int as "mailsOfItem" from mail_delivery`,
    ),
  ).toEqual([{ notifications: 0, levels: 0, mails: 2500, mailsOfItem: 0 }]);
});

test("after a failed deletion of an item, people who turned off its notifications still get none", async () => {
  const { company, item, path } = await itemScene(portal);
  const people = await Promise.all(["off", "all"].map(() => portal.user("user", company)));
  for (const [index, level] of ["off", "all"].entries())
    await portal.visitor(company.host, people[index]).request("PUT", `${path}/follow`, { level });
  await portal.sql(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refuse before delete on feedback_item
       for each statement execute function refuse();`,
  );
  onTestFinished(async () => void (await portal.sql("drop function refuse cascade")));
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  expect((await admin.delete(path)).status).toBe(500);
  expect(await portal.sql("select level from follow where feedback_id = $1", [item.id])).toEqual([
    { level: "off" },
  ]);
});
