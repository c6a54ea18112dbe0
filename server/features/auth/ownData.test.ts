import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AccountData } from "#contract/accountData.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => portal.sql("delete from throttle"));

const PATH = "/api/user/data";

/** Returns words that occur only in the rows of the account with this name. */
const wordsOf = (name: string) => ({
  item: `${name}-item`,
  secretItem: `${name}-secret-item`,
  comment: `${name}-comment`,
  secretComment: `${name}-secret-comment`,
  note: `${name}-note`,
});

/**
 * Creates two companies with a public and a private board each. On every board the account and a
 * stranger write, vote, comment and change statuses. The account cannot see the private boards.
 */
async function scene() {
  const [company, other] = [await portal.company("Own Co"), await portal.company("Other Co")];
  const [user, stranger] = [
    await portal.user("user", company),
    await portal.user("company_admin", other),
  ];
  for (const place of [company, other]) {
    const open = await portal.board(place);
    const secret = await portal.board(place, { name: "stranger-board", isPrivate: true });
    for (const [name, { id }] of Object.entries({ own: user, stranger })) {
      const words = wordsOf(name);
      const item = await portal.item(open, { title: words.item, userId: id });
      const hidden = await portal.item(secret, { title: words.secretItem, userId: id });
      // Both accounts comment on and vote for an item of the stranger.
      const theirs = await portal.item(open, {
        title: `stranger-title-${name}`,
        userId: stranger.id,
      });
      const comment = await portal.comment(theirs, { content: words.comment, userId: id });
      await portal.sql(
        `insert into comment_reaction (company_id, comment_id, user_id, emoji)
         select $1, $2, $3, emoji from unnest(array['👍', '🎉']) emoji`,
        [place.id, comment.id, id],
      );
      await portal.comment(hidden, { content: words.secretComment, userId: id });
      await portal.sql(
        `insert into user_vote (company_id, feedback_id, user_id)
         select $1, id, $3 from unnest($2::bigint[]) id`,
        [place.id, [theirs.id, hidden.id], id],
      );
      await portal.sql(
        `insert into status_change (company_id, feedback_id, user_id, from_status, to_status, note)
         values ($1, $2, $3, 'new', 'planned', $4)`,
        [place.id, item.id, id, words.note],
      );
      await portal.sql(
        `insert into invitation (company_id, username, role, inviter_id, expires_at)
         values ($1, $2, 'user', $3, now())`,
        [place.id, `stranger-invited-by-${name}@example.com`, id],
      );
      await portal.sql(
        `insert into audit_entry (company_id, actor_id, actor_username, action, subject, details, ip)
         values ($1, $2, $3, 'comment.delete', 'stranger-subject', '{"author":"stranger-author"}', $4)`,
        [place.id, id, `${name}@example.com`, `${name}-ip`],
      );
    }
  }
  return { company, other, user, stranger };
}

describe("downloading the data of one's own account", () => {
  test("the download of account data is a file that matches the contract", async () => {
    const { company, user } = await scene();
    const { status, headers, body } = await portal.visitor(company.host, user).get(PATH);
    expect(status).toBe(200);
    expect(headers["content-disposition"]).toBe('attachment; filename="account-data.json"');
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-store");
    expect(AccountData.parse(body)).toEqual(body);
    expect(body.account).toMatchObject({
      id: user.id,
      username: user.username,
      fullName: user.fullName,
      companyName: "Own Co",
    });
  });

  test("the download of account data contains everything that the account has written in any company, including on private boards", async () => {
    const { company, other, user } = await scene();
    const { body } = await portal.visitor("localhost", user).get(PATH);
    const data = AccountData.parse(body);
    const words = wordsOf("own");
    const places = [company.id, other.id];
    const inBoth = <Row extends { companyId: number | null }>(
      rows: Row[],
      textOf: (row: Row) => unknown,
    ) => places.map((id) => rows.filter((row) => row.companyId === id).map(textOf));
    expect(inBoth(data.items, ({ title }) => title)).toEqual(
      places.map(() => [words.item, words.secretItem]),
    );
    expect(inBoth(data.comments, ({ content }) => content)).toEqual(
      places.map(() => [words.comment, words.secretComment]),
    );
    expect(inBoth(data.statusChanges, ({ note }) => note)).toEqual(places.map(() => [words.note]));
    expect(inBoth(data.votes, () => 1)).toEqual(places.map(() => [1, 1]));
    expect(inBoth(data.reactions, ({ emoji }) => emoji).map((all) => all.toSorted())).toEqual(
      places.map(() => ["👍", "🎉"].toSorted()),
    );
    expect(inBoth(data.invitations, ({ role }) => role)).toEqual(places.map(() => ["user"]));
    expect(inBoth(data.auditEntries, ({ action, ip }) => [action, ip])).toEqual(
      places.map(() => [["comment.delete", "own-ip"]]),
    );
    expect(data.sessions).toHaveLength(1);
  });

  test("the download of account data lists the pictures that the account has uploaded", async () => {
    const { company, user, stranger } = await scene();
    for (const { id } of [user, stranger])
      await portal.sql(
        `insert into picture (company_id, uploader_id, width, height, bytes, content)
         values ($1, $2, 640, 360, 5, 'bytes')`,
        [company.id, id],
      );
    const { body } = await portal.visitor(company.host, user).get(PATH);
    expect(body.pictures).toMatchObject([
      { companyName: "Own Co", url: `/pictures/${body.pictures[0].id}/640x360.webp`, bytes: 5 },
    ]);
  });

  test("the download of account data contains no text, title, name or e-mail address of another account", async () => {
    const { user, stranger } = await scene();
    await portal.sql("update user_account set full_name = 'stranger-name' where id = $1", [
      stranger.id,
    ]);
    await portal.sql(
      `insert into site_audit_entry (actor_id, actor_username, about_user_id, action, subject, details, ip)
       values ($1, 'stranger@example.com', $2, 'user.update', 'stranger-old', '{"fullName":"stranger-new"}', 'stranger-ip')`,
      [stranger.id, user.id],
    );
    const { text, body } = await portal.visitor("localhost", user).get(PATH);
    expect(text).not.toContain("stranger");
    expect(text).not.toContain(stranger.username);
    expect(AccountData.parse(body).auditEntries.at(-1)).toMatchObject({
      action: "user.update",
      isByAccount: false,
      ip: null,
    });
  });

  test("the download of account data contains no password hash, secret, token or recovery code", async () => {
    const user = await portal.user("user");
    await portal.sql(
      `insert into authenticator (user_id, secret, confirmed_at, recovery_salt)
       values ($1, decode(repeat('a1', 20), 'hex'), now(), decode(repeat('b2', 16), 'hex'))`,
      [user.id],
    );
    await portal.sql(
      "insert into recovery_code (user_id, code_hash) values ($1, decode(repeat('c3', 32), 'hex'))",
      [user.id],
    );
    await portal.sql(
      "insert into known_device (user_id, token_hash) values ($1, decode(repeat('d4', 32), 'hex'))",
      [user.id],
    );
    await portal.sql(
      `insert into password_reset (user_id, token_hash, expires_at)
       values ($1, decode(repeat('e5', 32), 'hex'), now() + interval '1 hour')`,
      [user.id],
    );
    const { text, body } = await portal.visitor("localhost", user).get(PATH);
    expect(body).toMatchObject({
      account: { passwordResetUntil: expect.stringMatching(/Z$/) },
      secondFactor: { confirmedAt: expect.stringMatching(/Z$/), recoveryCodesLeft: 1 },
      knownDevices: [{ lastSeenAt: expect.stringMatching(/Z$/) }],
    });
    expect(text).not.toMatch(/argon2|hash|secret|salt|token/i);
    for (const byte of ["a1", "b2", "c3", "d4", "e5"]) {
      const bytes = Buffer.from(byte.repeat(16), "hex");
      for (const encoding of ["hex", "base64", "latin1"] as const)
        expect(text).not.toContain(bytes.toString(encoding).slice(0, 12));
    }
  });

  test("every column that refers to an account is in this test's list of columns that the download of account data contains or deliberately omits", async () => {
    const references = await portal.sql<{ name: string }>(
      `select conrelid::regclass::text || '.' || a.attname as name
       from pg_constraint con join pg_attribute a on a.attrelid = con.conrelid and a.attnum = con.conkey[1]
       where contype = 'f' and confrelid = any (array['user_account', 'session', 'authenticator']::regclass[])
       order by 1`,
    );
    expect(references.map(({ name }) => name)).toEqual([
      // The download omits merges that have begun, because they expire after ten minutes.
      "account_merge.other_id",
      "account_merge.session_hash",
      // The download contains what the activities are about: items, comments and status changes.
      "activity.actor_id",
      // The download omits API keys, because they belong to the company. The audit entries in the
      // download show that the account has made keys.
      "api_key.account_id",
      "api_key.maker_id",
      "audit_entry.about_user_id",
      "audit_entry.actor_id",
      "authenticator.user_id",
      "blocked_account.blocked_by_id",
      "blocked_account.user_id",
      // The download omits changelog entries, because they belong to the company.
      "changelog_entry.edited_by_id",
      "changelog_entry.published_by_id",
      "changelog_subscriber.user_id",
      "comment.user_id",
      "comment_reaction.user_id",
      "email_confirmation.user_id",
      // The download omits exports, because they contain a company's data and are deleted after a
      // day. The audit entries in the download show that the account has made exports.
      "export.requester_id",
      "export_person.user_id",
      // The download omits assignments and recorded votes, because they belong to the company.
      "feedback_item.assignee_id",
      "feedback_item.user_id",
      "follow.user_id",
      // The download omits hand-offs, because a hand-off expires after a minute and contains only
      // the hash of its code.
      "handoff.session_id",
      // The download omits the imported person that an account has claimed. The download contains
      // the items, comments and votes that the account has claimed.
      "imported_person.user_id",
      "invitation.inviter_id",
      "known_device.user_id",
      // The download omits mails and notifications, because they repeat what other people have
      // written, and are deleted after 90 days.
      "mail_delivery.user_id",
      "notification.user_id",
      "organisation_member.user_id",
      "passkey.user_id",
      // The download omits challenges, because a challenge expires after minutes and is random.
      "passkey_challenge.user_id",
      "password_reset.user_id",
      // The download omits sign-ins that have begun, because they expire after ten minutes.
      "pending_identity.user_id",
      "picture.uploader_id",
      // The download omits ID tokens of a provider, because they end with their sessions.
      "provider_session.token_hash",
      // The download contains only the number of unused recovery codes.
      "recovery_code.user_id",
      "rejected_post.user_id",
      "report.user_id",
      // The download omits saved views, because they belong to the company.
      "saved_view.assignee_id",
      "session.user_id",
      "sign_in_identity.user_id",
      "sign_in_use.user_id",
      "sign_on_attempt.user_id",
      // The download omits the company's settings, which name the emergency admin.
      "sign_on_provider.emergency_admin_id",
      "site_audit_entry.about_user_id",
      "site_audit_entry.actor_id",
      "status_change.user_id",
      // The download omits what is stored to undo changes, because it is deleted within an hour.
      "undo_entry.user_id",
      "user_picture.user_id",
      "user_vote.recorded_by_id",
      "user_vote.user_id",
    ]);
  });

  test("the download of an account with 1,200 votes and 1,200 comments contains each vote and comment once", async () => {
    const company = await portal.company();
    const [user, board] = [await portal.user("user", company), await portal.board(company)];
    await portal.sql(
      `with item as (
         insert into feedback_item (company_id, board_id, title, description)
         select $1, $2, 'Item ' || n, 'Words' from generate_series(1, 1200) n returning company_id, id
       ), vote as (
         insert into user_vote (company_id, feedback_id, user_id) select company_id, id, $3 from item
       )
       insert into comment (company_id, feedback_id, user_id, content)
       select company_id, id, $3, 'Comment ' || id from item`,
      [company.id, board.id, user.id],
    );
    const { body } = await portal.visitor("localhost", user).get(PATH);
    const { votes, comments } = AccountData.parse(body);
    expect(new Set(votes.map(({ feedbackId }) => feedbackId)).size).toBe(1200);
    expect(new Set(comments.map(({ content }) => content)).size).toBe(1200);
    expect([votes.length, comments.length]).toEqual([1200, 1200]);
  });

  test("an account's eleventh download of its data within an hour gets 429", async () => {
    const visitor = portal.visitor("localhost", await portal.user("user"));
    for (let n = 0; n < 10; n += 1) expect((await visitor.get(PATH)).status).toBe(200);
    expect((await visitor.get(PATH)).status).toBe(429);
  });
});
