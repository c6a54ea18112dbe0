import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Challenge } from "#contract/submissionCheck.ts";
import { shownPosts } from "#server/checks/fixtures/shownPosts.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.site({ allowPublicFeedback: true });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates a company in which submissions of anonymous visitors wait for approval. */
async function scene() {
  const company = await portal.company();
  const { id: boardId } = await portal.board(company);
  const cast = await castOf(portal, company);
  await portal.sql("update company set moderation = 'anonymous' where id = $1", [company.id]);
  const submit = async (visitor: Visitor, more: object = {}) => {
    const words = { title: "Dark mode", description: "Please", boardId };
    const { status, body } = await visitor.post("/api/feedback", { ...words, ...more });
    expect(status).toBe(201);
    return body as { id: number; state: string };
  };
  const idsIn = async (path: string) => {
    const { body } = await cast.viewers.C.get(path);
    return (body as { feedbackId: number }[]).map(({ feedbackId }) => feedbackId);
  };
  /** Submits an item and returns whether it is listed as possible spam. */
  const isSuspected = async (more: object) => {
    const { id, state } = await submit(cast.viewers.A, more);
    expect(state).toBe("pending");
    const listed = [await idsIn("/api/moderation"), await idsIn("/api/moderation?suspected=true")];
    expect(listed.map((ids) => ids.includes(id)).toSorted()).toEqual([false, true]);
    return listed[1]?.includes(id);
  };
  return { ...cast, company, submit, isSuspected };
}

async function challengeFor(visitor: Visitor): Promise<Challenge> {
  const { body } = await visitor.get("/api/feedback/challenge");
  return (body as { challenge: Challenge }).challenge;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");

test("an anonymous item waits for approval, and is listed as possible spam unless its challenge was solved", async () => {
  const { viewers, isSuspected } = await scene();
  const { isSuspected: isSuspectedElsewhere } = await scene();
  const start = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  const challenge = await challengeFor(viewers.A);
  const solution = await solveChallenge({ challenge, deriveKey });
  const altcha = encode({ challenge, solution });
  expect(await isSuspected({ altcha }), "written within three seconds").toBe(true);
  vi.setSystemTime(start + 4000);
  const wrong = { counter: 1, derivedKey: "00".repeat(32) };
  const later = { ...challenge.parameters, expiresAt: challenge.parameters.expiresAt + 60 };
  const refused = {
    "no challenge": {},
    "no JSON": { altcha: "abc" },
    "another form": { altcha: encode({ challenge: {}, solution }) },
    "a wrong solution": { altcha: encode({ challenge, solution: wrong }) },
    "a changed challenge": {
      altcha: encode({ challenge: { ...challenge, parameters: later }, solution }),
    },
    "a filled honeypot": { altcha, website: "https://shop.example" },
  };
  for (const [about, fields] of Object.entries(refused))
    expect(await isSuspected(fields), about).toBe(true);
  expect(await isSuspectedElsewhere({ altcha }), "another company").toBe(true);
  vi.setSystemTime(start + 3_601_000);
  expect(await isSuspected({ altcha }), "expired").toBe(true);
  vi.setSystemTime(start + 4000);
  const twice = await Promise.all([isSuspected({ altcha }), isSuspected({ altcha })]);
  expect(twice.toSorted(), "used twice at once").toEqual([false, true]);
});

test("neither signed-in users nor visitors of a company without moderation need to solve a challenge", async () => {
  const { viewers, company, submit } = await scene();
  expect(await challengeFor(viewers.U)).toBeNull();
  await portal.sql("update company set moderation = 'off' where id = $1", [company.id]);
  expect(await challengeFor(viewers.A)).toBeNull();
  expect(await submit(viewers.A, { website: "https://shop.example" })).toMatchObject({
    state: "open",
  });
  expect((await viewers.A.get("/api/feedback")).body).toHaveLength(1);
});

test("an admin can delete all possible spam at once, but not an item that was approved before", async () => {
  const { viewers, submit } = await scene();
  const approved = await submit(viewers.A);
  for (const _ of [1, 2]) await submit(viewers.A);
  expect((await viewers.C.get("/api/moderation/count")).body).toEqual({
    pending: 0,
    suspected: 3,
    reported: 0,
  });
  await viewers.C.post("/api/moderation/approve", { feedbackId: approved.id });
  const rejected = await viewers.C.post(
    "/api/moderation/reject",
    await shownPosts(viewers.C, { suspected: true }),
  );
  expect(rejected.body).toMatchObject({ decided: 2 });
  expect((await viewers.C.get("/api/moderation?suspected=true")).body).toEqual([]);
  expect((await viewers.A.get("/api/feedback")).body).toMatchObject([{ id: approved.id }]);
});
