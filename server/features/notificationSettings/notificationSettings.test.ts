import { beforeAll, describe, expect, test } from "vitest";
import { isTimeZone, timeZonesWith } from "#contract/notificationSettings.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { insertNotification, mailedUser } from "#server/checks/fixtures/notificationFixtures.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const PATH = "/api/user/notification-settings";
const SUPPRESSION = "/api/user/mail-suppression";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function signedIn(role: "user" | "company_admin" = "user") {
  const scene = await mailedUser(portal, role);
  return { ...scene, visitor: portal.visitor(scene.company.host, scene.user) };
}

/**
 * Returns the state, pace and due time of a notification's mail. The due time is a day of the week
 * and a time in Tokyo.
 */
async function mailOf(id: number) {
  const [row] = await portal.sql<{ mail: string; mail_pace: string | null; due: string | null }>(
    `select mail, mail_pace, to_char(mail_due_at at time zone 'Asia/Tokyo', 'FMDay HH24:MI') as due
     from notification where id = $1`,
    [id],
  );
  return row;
}

describe("the notification settings of an account", () => {
  test("a new account has the pace immediate and the time zone UTC, and an admin of a company has the pace daily for new feedback", async () => {
    const { visitor } = await signedIn();
    const settings = {
      email: "immediate",
      timeZone: "UTC",
      newFeedback: null,
      suppression: null,
      isConfirmed: true,
    };
    expect(await visitor.get(PATH)).toMatchObject({ status: 200, body: settings });
    const admin = await signedIn("company_admin");
    expect((await admin.visitor.get(PATH)).body).toEqual({ ...settings, newFeedback: "daily" });
  });

  test("a change of some settings leaves the other settings unchanged", async () => {
    const { visitor } = await signedIn("company_admin");
    const reply = await visitor.patch(PATH, { email: "weekly" });
    expect(reply).toMatchObject({ status: 200, body: { email: "weekly", newFeedback: "daily" } });
    await visitor.patch(PATH, { timeZone: "Europe/Berlin", newFeedback: "off" });
    expect((await visitor.get(PATH)).body).toMatchObject({
      email: "weekly",
      timeZone: "Europe/Berlin",
      newFeedback: "off",
    });
  });

  test.each([
    ["email", "hourly"],
    ["email", null],
    ["newFeedback", "weekly"],
    ["timeZone", ""],
    ["timeZone", "Mars/Olympus"],
    ["timeZone", "CET"],
    ["timeZone", "EST5EDT"],
    ["timeZone", "CET-1CEST,M3.5.0,M10.5.0/3"],
    ["timeZone", "+02:00"],
    ["timeZone", "posix/Europe/Berlin"],
    ["timeZone", 2],
  ])("the setting %s refuses the value %j with an error for the field", async (field, value) => {
    const { visitor } = await signedIn("company_admin");
    const reply = await visitor.patch(PATH, { email: "off", [field]: value });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors)).toEqual([field]);
    expect((await visitor.get(PATH)).body).toMatchObject({ email: "immediate", timeZone: "UTC" });
  });

  test("the settings accept every time zone that the portal offers, and PostgreSQL supports each of these time zones", async () => {
    const zones = timeZonesWith("UTC");
    expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
    const unknown = await portal.sql(
      "select zone from unnest($1::text[]) zone where zone not in (select name from pg_timezone_names)",
      [zones],
    );
    expect(unknown).toEqual([]);
  });

  test("an account that is no admin of a company cannot choose a pace for new feedback", async () => {
    const { visitor } = await signedIn();
    const reply = await visitor.patch(PATH, { newFeedback: "immediate" });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors)).toEqual(["newFeedback"]);
  });

  test("the settings say whether mails wait until the account confirms its e-mail address", async () => {
    const { company, user } = await signedIn();
    await portal.sql("update user_account set confirmed_at = null where id = $1", [user.id]);
    const app = await portal.anotherApp({ REQUIRE_CONFIRMED_EMAIL: "1" });
    expect((await app.visitor(company.host, user).get(PATH)).body.isConfirmed).toBe(false);
    expect((await portal.visitor(company.host, user).get(PATH)).body.isConfirmed).toBe(true);
  });
});

describe("mails that wait while the settings change", () => {
  test("when the account's pace becomes daily or weekly, waiting mails get this pace and are due at eight o'clock in the account's time zone", async () => {
    const { visitor, ofItem } = await signedIn();
    const id = await insertNotification(portal.sql, ofItem);
    await visitor.patch(PATH, { email: "daily", timeZone: "Asia/Tokyo" });
    const daily = { mail: "due", mail_pace: "daily", due: expect.stringMatching(/ 08:00$/) };
    expect(await mailOf(id)).toEqual(daily);
    await visitor.patch(PATH, { email: "weekly" });
    expect(await mailOf(id)).toEqual({ mail: "due", mail_pace: "weekly", due: "Monday 08:00" });
  });

  test("waiting mails of a digest are rescheduled when the account's time zone changes", async () => {
    const { visitor, ofItem } = await signedIn();
    await visitor.patch(PATH, { email: "daily", timeZone: "Europe/Berlin" });
    const id = await insertNotification(portal.sql, ofItem, { pace: "daily" });
    await visitor.patch(PATH, { timeZone: "Asia/Tokyo" });
    expect((await mailOf(id))?.due).toMatch(/ 08:00$/);
  });

  test("waiting mails are due at once when the account's pace becomes immediate", async () => {
    const { visitor, ofItem } = await signedIn();
    await visitor.patch(PATH, { email: "daily" });
    const id = await insertNotification(portal.sql, ofItem, { pace: "daily" });
    await visitor.patch(PATH, { email: "immediate" });
    const due = await portal.sql(
      "select 1 from notification where id = $1 and mail_pace = 'immediate' and mail_due_at <= now()",
      [id],
    );
    expect(due).toHaveLength(1);
  });

  test("waiting mails are turned off when the account's pace becomes off, and stay off when mails are turned on again", async () => {
    const { visitor, ofItem } = await signedIn();
    const id = await insertNotification(portal.sql, ofItem);
    await visitor.patch(PATH, { email: "off" });
    expect(await mailOf(id)).toEqual({ mail: "off", mail_pace: null, due: null });
    await visitor.patch(PATH, { email: "immediate" });
    expect((await mailOf(id))?.mail).toBe("off");
  });

  test("the pace for new feedback affects only the mails that an admin gets as an admin", async () => {
    const { visitor, ofItem } = await signedIn("company_admin");
    const asAdmin = await insertNotification(portal.sql, ofItem, { reason: "admin" });
    const asFollower = await insertNotification(portal.sql, ofItem);
    await visitor.patch(PATH, { newFeedback: "off" });
    expect((await mailOf(asAdmin))?.mail).toBe("off");
    expect(await mailOf(asFollower)).toMatchObject({ mail: "due", mail_pace: "immediate" });
    await visitor.patch(PATH, { email: "off" });
    expect((await mailOf(asFollower))?.mail).toBe("off");
  });

  test("a change of the settings changes neither other accounts' mails nor mails that are not waiting", async () => {
    const [own, other] = [await signedIn(), await signedIn()];
    const ofOther = await insertNotification(portal.sql, other.ofItem);
    const suppressed = await insertNotification(portal.sql, own.ofItem, { mail: "suppressed" });
    const mailed = await insertNotification(portal.sql, own.ofItem, { mail: "mailed" });
    await own.visitor.patch(PATH, { email: "off" });
    expect((await mailOf(ofOther))?.mail).toBe("due");
    expect((await mailOf(suppressed))?.mail).toBe("suppressed");
    expect((await mailOf(mailed))?.mail).toBe("mailed");
  });
});

describe("the settings of an account with a suppressed e-mail address", () => {
  async function suppressed() {
    const scene = await signedIn();
    await portal.sql(
      "insert into mail_suppression (address, reason, detail) values ($1, 'bounced', '550 secret detail')",
      [scene.user.username],
    );
    return scene;
  }

  test("the owner of a suppressed e-mail address sees the reason without the mail server's response, and can lift the suppression", async () => {
    const { visitor } = await suppressed();
    const { body, text } = await visitor.get(PATH);
    expect(body.suppression).toEqual({ reason: "bounced", since: expect.stringMatching(/Z$/) });
    expect(text).not.toContain("secret detail");
    expect((await visitor.delete(SUPPRESSION)).status).toBe(204);
    expect((await visitor.get(PATH)).body.suppression).toBeNull();
    expect((await visitor.delete(SUPPRESSION)).status).toBe(204);
  });

  test("an e-mail address is suppressed even if the case of its letters differs from the stored suppression", async () => {
    const { visitor, user } = await suppressed();
    await portal.sql("update user_account set username = upper(username) where id = $1", [user.id]);
    expect((await visitor.get(PATH)).body.suppression).not.toBeNull();
    await visitor.delete(SUPPRESSION);
    expect((await visitor.get(PATH)).body.suppression).toBeNull();
  });

  test("lifting one e-mail address's suppression leaves other addresses suppressed", async () => {
    const [own, other] = [await suppressed(), await suppressed()];
    await own.visitor.delete(SUPPRESSION);
    expect((await other.visitor.get(PATH)).body.suppression).not.toBeNull();
  });

  test("an account's eleventh request within a day to receive mail at a suppressed address again gets 429", async () => {
    const { visitor } = await suppressed();
    for (let n = 0; n < 10; n += 1) expect((await visitor.delete(SUPPRESSION)).status).toBe(204);
    expect((await visitor.delete(SUPPRESSION)).status).toBe(429);
  });

  test("the suppression of an e-mail address is deleted together with the account", async () => {
    const { visitor, user } = await suppressed();
    expect((await visitor.request("DELETE", "/api/user", { password: TEST_PASSWORD })).status).toBe(
      204,
    );
    const left = await portal.sql("select 1 from mail_suppression where address = $1", [
      user.username,
    ]);
    expect(left).toEqual([]);
  });
});

describe("the time zone of a new account", () => {
  const register = async (timeZone: unknown) => {
    const { host } = await portal.company();
    const username = `${crypto.randomUUID()}@example.com`;
    const account = { username, password: "marmalade sandwich 7", fullName: "New Comer" };
    const reply = await portal.visitor(host).post("/api/register", { ...account, timeZone });
    const rows = await portal.sql("select time_zone from user_account where username = $1", [
      username,
    ]);
    return { status: reply.status, rows };
  };

  test("registration stores the time zone of the browser in the new account", async () => {
    expect(await register("Asia/Tokyo")).toEqual({
      status: 201,
      rows: [{ time_zone: "Asia/Tokyo" }],
    });
  });

  test("registration ignores an unknown time zone", async () => {
    for (const zone of ["Mars/Olympus", "CET-1", undefined])
      expect(await register(zone)).toEqual({ status: 201, rows: [{ time_zone: "UTC" }] });
  });
});

test("the download of an account's data contains its notification settings, but not the token of its mails", async () => {
  const { visitor, user, token } = await signedIn("company_admin");
  await visitor.patch(PATH, { email: "weekly", timeZone: "Asia/Tokyo", newFeedback: "off" });
  await portal.sql("insert into mail_suppression values ($1, 'refused', '550 secret detail')", [
    user.username,
  ]);
  const { body, text } = await visitor.get("/api/user/data");
  expect(body.notificationSettings).toEqual({
    email: "weekly",
    timeZone: "Asia/Tokyo",
    newFeedback: "off",
    suppression: { reason: "refused", since: expect.stringMatching(/Z$/) },
  });
  expect(text).not.toContain(token);
  expect(text).not.toContain("secret detail");
});
