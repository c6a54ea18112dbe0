import { beforeAll, describe, expect, test } from "vitest";
import { insertNotification, mailedUser } from "#server/checks/fixtures/notificationFixtures.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const ONE_CLICK = "List-Unsubscribe=One-Click";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

type Scene = Awaited<ReturnType<typeof mailedUser>>;

/**
 * Posts a form to the unsubscribe URL that is linked in the mails to the scene's user. The request
 * has no session.
 */
const post = ({ company, path }: Pick<Scene, "company" | "path">, form: Record<string, string>) =>
  portal.visitor(company.host).post(path, new URLSearchParams(form).toString(), FORM);

async function settingsOf({ user }: Scene) {
  const [row] = await portal.sql<{ email: string; news: string; zone: string }>(
    `select email_pace as email, new_feedback_pace as news, time_zone as zone
     from user_account where id = $1`,
    [user.id],
  );
  return row;
}

async function mailsOf({ user }: Scene) {
  const rows = await portal.sql<{ mail: string }>(
    "select mail from notification where user_id = $1 order by id",
    [user.id],
  );
  return rows.map(({ mail }) => mail);
}

const levelsOf = ({ user }: Scene) =>
  portal.sql("select feedback_id, level from follow where user_id = $1", [user.id]);

const OFF = { email: "off", news: "off", zone: "UTC" };
const ON = { email: "immediate", news: "daily", zone: "UTC" };

describe("one-click unsubscribing (RFC 8058)", () => {
  test("the one-click POST of a mail provider turns off all mails, including waiting mails", async () => {
    const scene = await mailedUser(portal, "company_admin");
    await insertNotification(portal.sql, scene.ofItem);
    await insertNotification(portal.sql, scene.ofItem, { reason: "admin" });
    const { status, text, headers } = await post(scene, { "List-Unsubscribe": "One-Click" });
    expect({ status, text }).toEqual({ status: 200, text: "Unsubscribed.\n" });
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(headers["set-cookie"]).toBeUndefined();
    expect(await settingsOf(scene)).toEqual(OFF);
    expect(await mailsOf(scene)).toEqual(["off", "off"]);
  });

  test("a repeated one-click POST gets the same response as the first POST, and the account stays unsubscribed", async () => {
    const scene = await mailedUser(portal);
    const first = await post(scene, { "List-Unsubscribe": "One-Click" });
    const second = await post(scene, { "List-Unsubscribe": "One-Click" });
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(await settingsOf(scene)).toEqual(OFF);
  });

  test("a one-click POST with a multipart body unsubscribes the account", async () => {
    const scene = await mailedUser(portal);
    const body = `--xyz\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--xyz--\r\n`;
    const reply = await portal
      .visitor(scene.company.host)
      .post(scene.path, body, { "content-type": "multipart/form-data; boundary=xyz" });
    expect(reply.status).toBe(200);
    expect(await settingsOf(scene)).toEqual(OFF);
  });

  test("the unsubscribe route accepts a one-click POST from another origin, and other routes refuse forms from another origin", async () => {
    const scene = await mailedUser(portal);
    const foreign = { ...FORM, origin: "https://mail.example", "sec-fetch-site": "cross-site" };
    const visitor = portal.visitor(scene.company.host);
    expect((await visitor.post(scene.path, ONE_CLICK, foreign)).status).toBe(200);
    expect(await settingsOf(scene)).toEqual(OFF);
    expect((await visitor.post("/confirm-email", "send=1", foreign)).status).toBe(403);
  });

  test("the one-click POST works on the product's own host", async () => {
    const scene = await mailedUser(portal);
    const reply = await portal.visitor("localhost").post(scene.path, ONE_CLICK, FORM);
    expect(reply.status).toBe(200);
    expect(await settingsOf(scene)).toEqual(OFF);
  });

  test("on a deleted company's host, unsubscribe links of existing accounts still work, and links with unknown tokens get the same 404 as other pages of an unknown host", async () => {
    const scene = await mailedUser(portal);
    const { company, user, path } = scene;
    await portal.sql("update user_account set home_company_id = null where id = $1", [user.id]);
    await portal.sql("delete from company where id = $1", [company.id]);
    const visitor = portal.visitor(company.host);
    for (const unknown of ["/unsubscribe/x", `/unsubscribe/${crypto.randomUUID()}`]) {
      expect((await visitor.get(unknown)).text).toBe('{"message":"Portal not found"}');
      expect((await visitor.post(unknown, ONE_CLICK, FORM)).status).toBe(404);
    }
    const page = await visitor.get(path);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("u•••@example.com")]);
    // All other routes still respond that the deleted company's host is unknown.
    expect((await visitor.get("/api/portal")).text).toBe('{"message":"Portal not found"}');
    expect((await post(scene, { "List-Unsubscribe": "One-Click" })).status).toBe(200);
    expect(await settingsOf(scene)).toEqual(OFF);
  });

  test.each([
    ["is deactivated", "is_active = false"],
    ["must change a temporary password", "temporary_password_until = now()"],
    ["has not confirmed its address", "confirmed_at = null"],
  ])("the one-click POST works for an account that %s", async (_, change) => {
    const scene = await mailedUser(portal);
    await portal.sql(`update user_account set ${change} where id = $1`, [scene.user.id]);
    expect((await post(scene, { "List-Unsubscribe": "One-Click" })).status).toBe(200);
    expect(await settingsOf(scene)).toEqual(OFF);
  });

  test("a POST with another user's session unsubscribes only the account of the link", async () => {
    const [scene, other] = [await mailedUser(portal), await mailedUser(portal)];
    await insertNotification(portal.sql, other.ofItem);
    const visitor = portal.visitor(scene.company.host, other.user);
    expect((await visitor.post(scene.path, ONE_CLICK, FORM)).status).toBe(200);
    expect([await settingsOf(scene), await settingsOf(other)]).toEqual([OFF, ON]);
    expect(await mailsOf(other)).toEqual(["due"]);
  });

  test.each([
    ["an empty body", ""],
    ["another value", "List-Unsubscribe=No"],
    ["an unknown action", "action=constructor"],
  ])("a POST with %s to an unsubscribe link gets 400 and changes nothing", async (_, body) => {
    const scene = await mailedUser(portal);
    const reply = await portal.visitor(scene.company.host).post(scene.path, body, FORM);
    expect(reply.status).toBe(400);
    expect(await settingsOf(scene)).toEqual(ON);
  });

  test("a one-click POST with a body of another type, a malformed body or a long body is refused", async () => {
    const scene = await mailedUser(portal);
    const visitor = portal.visitor(scene.company.host);
    const send = async (body: unknown, type: string) =>
      (await visitor.post(scene.path, body, { "content-type": type })).status;
    expect(await send({ "List-Unsubscribe": "One-Click" }, "application/json")).toBe(415);
    expect(await send("--xyz\r\nnothing", "multipart/form-data; boundary=xyz")).toBe(400);
    expect(await send(`${ONE_CLICK}&x=${"x".repeat(5000)}`, FORM["content-type"])).toBe(413);
    expect(await settingsOf(scene)).toEqual(ON);
  });
});

describe("unsubscribe links that belong to no account", () => {
  const tokens = [
    ["an unknown token", () => crypto.randomUUID()],
    ["a token with one changed character", (token: string) => changeLast(token)],
    ["a token without its end", (token: string) => token.slice(0, -1)],
    ["a token that is no UUID", () => "x".repeat(36)],
    ["a token with a quote", () => "'%20or%201=1"],
  ] as const;

  test.each(tokens)(
    "an unsubscribe link with %s gets a page with 404 and changes nothing",
    async (_, forge) => {
      const scene = await mailedUser(portal);
      const { company } = scene;
      const link = { company, path: `/unsubscribe/${forge(scene.token)}` };
      for (const reply of [
        await portal.visitor(company.host).get(link.path),
        await post(link, { "List-Unsubscribe": "One-Click" }),
        await post(link, { action: "unsubscribe" }),
      ]) {
        expect(reply.status).toBe(404);
        expect(reply.text).toContain("<h1>This link does not work</h1>");
      }
      expect(await settingsOf(scene)).toEqual(ON);
    },
  );

  test("the responses to unsubscribe links with unknown, forged and malformed tokens are identical", async () => {
    const scene = await mailedUser(portal);
    const visitor = portal.visitor(scene.company.host);
    const texts = new Set<string>();
    for (const [, forge] of tokens) {
      const path = `/unsubscribe/${forge(scene.token)}`;
      for (const { text, headers } of [
        await visitor.get(path),
        await visitor.post(path, ONE_CLICK, FORM),
      ])
        texts.add(JSON.stringify([text, { ...headers, date: "" }]));
    }
    expect(texts.size).toBe(1);
  });

  test("the unsubscribe link of a deleted account does not work any more", async () => {
    const { company, user, path } = await mailedUser(portal);
    await portal.sql("delete from user_account where id = $1", [user.id]);
    expect((await portal.visitor(company.host).get(path)).status).toBe(404);
  });
});

const changeLast = (token: string) => `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`;

describe("the page of an unsubscribe link", () => {
  test("100 GET and 100 HEAD requests of mail scanners to an unsubscribe link change nothing", async () => {
    const scene = await mailedUser(portal);
    await insertNotification(portal.sql, scene.ofItem);
    const state = () =>
      portal.sql(
        `select (select to_jsonb(u) from user_account u where id = $1) as account,
           (select jsonb_agg(n) from notification n where user_id = $1) as notifications,
           (select jsonb_agg(f) from follow f where user_id = $1) as follows`,
        [scene.user.id],
      );
    const before = await state();
    const visitor = portal.visitor(scene.company.host);
    const query = `${scene.path}?${ONE_CLICK}&action=unsubscribe`;
    for (let n = 0; n < 50; n += 1) {
      const replies = [scene.path, query].flatMap((path) => [
        visitor.get(path),
        visitor.head(path),
      ]);
      for (const { status } of await Promise.all(replies)) expect(status).toBe(200);
    }
    expect(await state()).toEqual(before);
  });

  test("the unsubscribe page shows the masked e-mail address and how often mails are sent, and one of its buttons unsubscribes the account", async () => {
    const scene = await mailedUser(portal);
    const { status, text } = await portal.visitor(scene.company.host).get(scene.path);
    expect(status).toBe(200);
    expect(text).toContain("<b>u•••@example.com</b>");
    expect(text).not.toContain(scene.user.username);
    expect(text).toContain("At present: <b>At once</b>");
    expect(text).toContain(`<header>${scene.company.name}</header>`);
    expect(text).not.toContain("<script");
    const after = await post(scene, { action: "unsubscribe" });
    expect(after.status).toBe(200);
    expect(after.text).toContain("You are unsubscribed.");
    expect(after.text).toContain("At present: <b>Off</b>");
    expect(after.text).not.toContain('value="unsubscribe"');
    expect(await settingsOf(scene)).toEqual(OFF);
  });

  test("the unsubscribe page's headers keep the page's URL out of caches, search engines and other sites", async () => {
    const scene = await mailedUser(portal);
    const replies: Reply[] = [
      await portal.visitor(scene.company.host).get(scene.path),
      await portal.visitor(scene.company.host).get("/unsubscribe/unknown"),
      await post(scene, { "List-Unsubscribe": "One-Click" }),
    ];
    for (const { headers } of replies)
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      });
  });

  test("the unsubscribe page saves settings without a session", async () => {
    const scene = await mailedUser(portal, "company_admin");
    const reply = await post(scene, {
      action: "save",
      email: "weekly",
      newFeedback: "immediate",
      timeZone: "Asia/Tokyo",
    });
    expect(reply.status).toBe(200);
    expect(reply.text).toContain("Your settings are saved.");
    expect(reply.text).toMatch(/value="weekly" checked/);
    expect(reply.text).toContain("<option selected>Asia/Tokyo</option>");
    expect(await settingsOf(scene)).toEqual({
      email: "weekly",
      news: "immediate",
      zone: "Asia/Tokyo",
    });
  });

  test("an invalid setting is not saved, and the unsubscribe page shows an error for the setting", async () => {
    const scene = await mailedUser(portal);
    for (const [wrong, message] of [
      [{ email: "hourly" }, "Choose at once, daily, weekly or off"],
      [{ timeZone: "CET-1" }, "Choose a time zone from the list"],
    ] as const) {
      const reply = await post(scene, { action: "save", email: "off", ...wrong });
      expect(reply.status).toBe(400);
      expect(reply.text).toContain(`<p class="error" role="alert">${message}</p>`);
    }
    expect(await settingsOf(scene)).toEqual(ON);
  });

  test("the unsubscribe page offers a pace for new feedback only to admins of a company", async () => {
    const scene = await mailedUser(portal);
    const page = await portal.visitor(scene.company.host).get(scene.path);
    expect(page.text).not.toContain("New feedback");
    expect((await post(scene, { action: "save", newFeedback: "off" })).status).toBe(400);
    const admin = await mailedUser(portal, "company_admin");
    const { text } = await portal.visitor(admin.company.host).get(admin.path);
    expect(text).toContain("<legend>New feedback</legend>");
  });

  test("the unsubscribe page lists the items of recent mails and can turn off the notifications about an item", async () => {
    const scene = await mailedUser(portal);
    const { company, user, item } = scene;
    const board = await portal.board(company);
    const second = await portal.item(board, { title: "<i>Second</i>" });
    const waiting = await portal.item(board, { title: "Not mailed yet" });
    const ofSecond = { userId: user.id, feedbackId: second.id };
    await insertNotification(portal.sql, scene.ofItem, { mail: "mailed" });
    await insertNotification(portal.sql, ofSecond, { mail: "mailed" });
    await insertNotification(portal.sql, ofSecond);
    await insertNotification(portal.sql, { userId: user.id, feedbackId: waiting.id });
    const { text } = await portal.visitor(company.host).get(scene.path);
    expect(text).toContain(item.title);
    expect(text).toContain("&lt;i&gt;Second&lt;/i&gt;");
    expect(text).not.toContain("Not mailed yet");
    const reply = await post(scene, { action: "stop", feedbackId: String(second.id) });
    expect(reply.text).toContain("Notifications for this item are off.");
    expect(await levelsOf(scene)).toEqual([{ feedback_id: String(second.id), level: "off" }]);
    expect(await mailsOf(scene)).toEqual(["mailed", "mailed", "off", "due"]);
  });

  test("if an item of a recent mail was merged, its target is listed, and a button that was shown before the merge turns off the target", async () => {
    const scene = await mailedUser(portal);
    const { company, user, item } = scene;
    const target = await portal.item(await portal.board(company), { title: "The target" });
    await portal.visitor(company.host, user).post(`/api/feedback/${String(item.id)}/vote`);
    await insertNotification(portal.sql, scene.ofItem, { mail: "mailed" });
    const admin = await portal.user("company_admin", company);
    const merged = await portal
      .visitor(company.host, admin)
      .post(`/api/feedback/${String(item.id)}/merge`, { targetId: target.id });
    expect(merged.status).toBe(200);
    const { text } = await portal.visitor(company.host).get(scene.path);
    expect([text.includes(item.title), text.includes("The target")]).toEqual([false, true]);
    const reply = await post(scene, { action: "stop", feedbackId: String(item.id) });
    expect(reply.text).toContain("Notifications for this item are off.");
    const viewed = await portal
      .visitor(company.host, user)
      .get(`/api/feedback/${String(target.id)}`);
    expect(viewed.body.follow).toBe("off");
  });

  test("the unsubscribe page shows neither items of private boards that the account cannot see nor items of another company", async () => {
    const scene = await mailedUser(portal);
    const { user, company } = scene;
    const hidden = await portal.item(await portal.board(company, { isPrivate: true }));
    const other = await portal.company();
    const elsewhere = await portal.item(await portal.board(other));
    for (const { id } of [hidden, elsewhere])
      await insertNotification(portal.sql, { userId: user.id, feedbackId: id }, { mail: "mailed" });
    for (const host of [company.host, "localhost"]) {
      const { text } = await portal.visitor(host).get(scene.path);
      expect(text).not.toContain(hidden.title);
      expect(text).not.toContain(elsewhere.title);
    }
    await post(scene, { action: "stop", feedbackId: String(hidden.id) });
    await post(scene, { action: "stop", feedbackId: String(elsewhere.id) });
    expect(await levelsOf(scene)).toEqual([]);
    expect((await portal.visitor(other.host).get(scene.path)).text).toContain(elsewhere.title);
  });

  test("the unsubscribe page of a deactivated account shows no items, and a deactivated admin cannot turn off the notifications about a private item", async () => {
    const scene = await mailedUser(portal, "company_admin");
    const { user, company, item } = scene;
    const board = await portal.board(company, { isPrivate: true });
    const secret = await portal.item(board, { title: "Secret plan" });
    const ofSecret = { userId: user.id, feedbackId: secret.id };
    for (const ofItem of [scene.ofItem, ofSecret])
      await insertNotification(portal.sql, ofItem, { mail: "mailed" });
    const visitor = portal.visitor(company.host);
    expect((await visitor.get(scene.path)).text).toContain("Secret plan");
    await portal.sql("update user_account set is_active = false where id = $1", [user.id]);
    const { status, text } = await visitor.get(scene.path);
    expect(status).toBe(200);
    expect(text).not.toContain("Secret plan");
    expect(text).not.toContain(item.title);
    const reply = await post(scene, { action: "stop", feedbackId: String(secret.id) });
    expect(reply.text).not.toContain("Secret plan");
    expect(await levelsOf(scene)).toEqual([]);
  });

  test("the unsubscribe page on the product's own host shows the items of the account's company", async () => {
    const scene = await mailedUser(portal);
    await insertNotification(portal.sql, scene.ofItem, { mail: "mailed" });
    const { text } = await portal.visitor("localhost").get(scene.path);
    expect(text).toContain(scene.item.title);
  });

  test("an IP address gets 429 after 6,000 requests to unsubscribe pages within an hour", async () => {
    const { company, path } = await mailedUser(portal);
    const visitor = portal.visitor(company.host);
    await visitor.get(path);
    await portal.sql("update throttle set hits = 6000 where key like 'unsubscribe-ip%'");
    expect((await visitor.get(path)).status).toBe(429);
    expect((await visitor.post(path, ONE_CLICK, FORM)).status).toBe(429);
    await portal.sql("delete from throttle");
  });
});

describe("unsubscribe links in the request log", () => {
  test("no line of the log contains the token of an unsubscribe link", async () => {
    const log: string[] = [];
    const app = await portal.anotherApp({ LOG_LEVEL: "trace" }, undefined, {
      write: (line) => void log.push(line),
    });
    const { company, token, path } = await mailedUser(portal);
    const visitor = app.visitor(company.host);
    await visitor.get(path);
    await visitor.get(`/%75nsubscribe/${token}`);
    await visitor.get(`/Unsubscribe/${token}`);
    await visitor.get(`${path}/more`);
    await visitor.request("PUT", path);
    await visitor.post(path, ONE_CLICK, FORM);
    await visitor.post(path, ONE_CLICK, { "content-type": "text/plain" });
    await app.visitor("unknown.localhost").get(path);
    expect(log.filter((line) => line.includes('"/unsubscribe/[token]"'))).toHaveLength(8);
    expect(log.join("")).not.toContain(token);
  });
});
