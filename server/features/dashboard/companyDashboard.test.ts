import { beforeAll, expect, test } from "vitest";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const PATH = "/api/company/dashboard";
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

/** Creates a company with a board, an admin and a customer. */
async function newCompany() {
  const company = await portal.company();
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const person = await portal.user("user", company);
  const customer = portal.visitor(company.host, person);
  const board = await portal.board(company);
  await portal.sql("update user_account set created_at = '2020-01-01' where home_company_id = $1", [
    company.id,
  ]);
  const read = async (query = "") => {
    const { status, body } = await admin.get(`${PATH}${query}`);
    expect(status).toBe(200);
    return body;
  };
  return { company, admin, person, customer, board, read };
}

/** Creates an item that waits for approval. */
async function newPending(board: { id: number }) {
  const { id } = await portal.item(board);
  await portal.sql("update feedback_item set is_pending = true, state = 'pending' where id = $1", [
    id,
  ]);
}

test("a company's dashboard is empty before anything has come in", async () => {
  const { read } = await newCompany();
  const nothing = { items: 0, votes: 0, comments: 0, people: 0 };
  const { weeks, ...rest } = await read();
  expect(weeks).toHaveLength(13);
  expect(weeks.at(-1)).toMatchObject({ ...nothing, lastDay: ago(0).slice(0, 10) });
  expect(rest).toEqual({
    current: nothing,
    previous: nothing,
    waiting: { unanswered: 0, oldestAt: null, pending: 0, suspected: 0, reported: 0 },
    answers: { medianSeconds: null, answered: 0, submitted: 0 },
    topVoted: [],
    trending: [],
    told: [],
  });
});

test.each([7, 30, 90])(
  "a company's dashboard compares what came in in the last %i days with as many days before",
  async (days) => {
    const { company, board, read } = await newCompany();
    for (const daysAgo of [0, days - 1, days, 2 * days - 1, 2 * days]) {
      await portal.item(board, { createdAt: ago(daysAgo * DAY) });
    }
    const other = await portal.company();
    await portal.item(await portal.board(other));
    await portal.user("user", company);
    const { current, previous } = await read(`?days=${String(days)}`);
    expect([current.items, previous.items]).toEqual([2, 2]);
    expect([current.people, previous.people]).toEqual([1, 0]);
  },
);

test("votes, comments and merged items count, but not internal notes, copied votes and waiting posts", async () => {
  const { admin, customer, board, read } = await newCompany();
  const [source, target] = [await portal.item(board), await portal.item(board)];
  const path = (id: number) => `/api/feedback/${String(id)}`;
  await customer.post(`${path(source.id)}/vote`);
  await customer.post(`${path(source.id)}/comments`, { content: "Please" });
  await admin.post(`${path(source.id)}/comments`, { content: "Hm", isInternal: true });
  await admin.post(`${path(source.id)}/merge`, { targetId: target.id });
  await newPending(board);
  const { current, weeks } = await read();
  expect(current).toEqual({ items: 2, votes: 1, comments: 1, people: 0 });
  expect(weeks.at(-1)).toMatchObject(current);
});

test("a company's dashboard counts what waits, and measures the time to the team's first answer to customers", async () => {
  const { admin, person, board, read } = await newCompany();
  const item = (hoursAgo: number) =>
    portal.item(board, { createdAt: ago(hoursAgo * HOUR), userId: person.id });
  const [fast, slow, waiting] = [await item(2), await item(50), await item(70)];
  await newPending(board);
  await admin.post(`/api/feedback/${String(fast.id)}/comments`, { content: "Thank you" });
  await admin.patch(`/api/feedback/${String(slow.id)}`, { status: "planned" });
  const { waiting: waits, answers } = await read();
  expect(waits).toMatchObject({ unanswered: 1, pending: 1, suspected: 0, reported: 0 });
  expect(Math.abs(Date.parse(waits.oldestAt) - Date.now() + 70 * HOUR)).toBeLessThan(HOUR);
  expect(answers).toMatchObject({ submitted: 3, answered: 2 });
  expect(answers.medianSeconds / 3600).toBeCloseTo(26, 0);
  await admin.post(`/api/feedback/${String(waiting.id)}/close`, { reason: "wont_do" });
  expect((await read()).answers).toMatchObject({ submitted: 3, answered: 3 });
});

test("the most voted and the trending items of a company's dashboard are open and not complete", async () => {
  const { admin, customer, board, read } = await newCompany();
  const items = [];
  for (let count = 0; count < 7; count += 1) items.push(await portal.item(board));
  const [complete, closed, voted] = items;
  await customer.post(`/api/feedback/${String(complete?.id)}/vote`);
  await customer.post(`/api/feedback/${String(voted?.id)}/vote`);
  await admin.patch(`/api/feedback/${String(complete?.id)}`, { status: "complete" });
  await admin.post(`/api/feedback/${String(closed?.id)}/close`, { reason: "wont_do" });
  const older = items[3];
  await portal.sql("update feedback_item set votes = 50, trend = 9999 where id = $1", [older?.id]);
  const { topVoted, trending } = await read();
  expect(trending).toMatchObject([
    { id: older?.id, votes: 50 },
    { id: voted?.id, votes: 1 },
  ]);
  const ids = topVoted.map(({ id }: { id: number }) => id);
  expect(ids).toHaveLength(5);
  expect(ids.slice(0, 2)).toEqual([older?.id, voted?.id]);
  expect(ids).not.toContain(complete?.id);
  expect(ids).not.toContain(closed?.id);
});

test("a company's dashboard says how many people the newest changes of status notified", async () => {
  const { admin, customer, board, read } = await newCompany();
  const item = await portal.item(board);
  await customer.post(`/api/feedback/${String(item.id)}/vote`);
  await admin.patch(`/api/feedback/${String(item.id)}`, { status: "planned" });
  await runJobs(portal);
  expect((await read()).told).toMatchObject([
    { feedbackId: item.id, toStatus: "planned", notified: 1, isCapped: false },
  ]);
});

test("a company's dashboard refuses other ranges than 7, 30 and 90 days", async () => {
  const { admin } = await newCompany();
  const { status, body } = await admin.get(`${PATH}?days=31`);
  expect(status).toBe(400);
  expect(body.errors).toEqual({ days: ["days must be 7, 30 or 90"] });
});

test("super admins read the figures of one company, and an unknown company is not found", async () => {
  const { company, customer, board } = await newCompany();
  const item = await portal.item(board);
  await customer.post(`/api/feedback/${String(item.id)}/vote`);
  const provider = portal.visitor("localhost", await portal.user("super_admin"));
  const path = `/api/admin/dashboard?days=7&companyId=`;
  const { body } = await provider.get(`${path}${String(company.id)}`);
  expect(body.totals).toEqual({ companies: 1, users: 2, items: 1, votes: 1, comments: 0 });
  expect(body.days).toHaveLength(7);
  expect(body.days.at(-1)).toMatchObject({ items: 1, votes: 1, users: 0 });
  expect((await provider.get(`${path}999999`)).status).toBe(404);
});
