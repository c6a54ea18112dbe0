import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Comment } from "#contract/comments.ts";
import { wrongCounts } from "#server/checks/attacks/support/wrongCounts.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { MergeModel } from "./support/MergeModel.ts";

// Runs random sequences of votes, comments, notes, levels of following, merges, unmerges and
// deletions, and compares what the portal shows with a model.

const ITEMS = 5;
const PEOPLE = 4;
const LEVELS = ["all", "status", "off"] as const;

const item = fc.nat({ max: ITEMS - 1 });
const person = fc.nat({ max: PEOPLE - 1 });
const step = fc.oneof(
  fc.record({ kind: fc.constant("vote" as const), person, item }),
  fc.record({ kind: fc.constant("comment" as const), person, item }),
  fc.record({ kind: fc.constant("note" as const), item }),
  fc.record({
    kind: fc.constant("follow" as const),
    person,
    item,
    level: fc.constantFrom(...LEVELS),
  }),
  fc.record({ kind: fc.constant("merge" as const), item, into: item }),
  fc.record({ kind: fc.constant("merge" as const), item, into: item }),
  fc.record({ kind: fc.constant("unmerge" as const), item }),
  fc.record({ kind: fc.constant("deleteComment" as const), nth: fc.nat({ max: 30 }) }),
  fc.record({ kind: fc.constant("deleteItem" as const), item }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const company = await portal.company();
  const board = await portal.board(company);
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const users = await Promise.all(
    Array.from({ length: PEOPLE }, () => portal.user("user", company)),
  );
  const people = users.map((user) => portal.visitor(company.host, user));
  const ids: number[] = [];
  const model = new MergeModel();
  for (let index = 0; index < ITEMS; index += 1) {
    // The last item has an anonymous author.
    const author = users[index];
    const { id } = await portal.item(board, { ...(author && { userId: author.id }) });
    ids.push(id);
    model.addItem(id, author ? index : null);
  }
  return { admin, people, ids, model };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const pathOf = (id: number) => `/api/feedback/${String(id)}`;

/** Sends a step to the portal and, if the portal has accepted it, applies it to the model. */
async function apply({ admin, people, ids, model }: Scene, next: Step): Promise<void> {
  if (next.kind === "deleteComment") {
    const comments = model.listComments();
    const found = comments[next.nth % Math.max(1, comments.length)];
    if (!found) return;
    const reply = await admin.delete(`${pathOf(found.shownAt)}/comments/${String(found.id)}`);
    expect(reply.status).toBe(204);
    model.deleteComment(found.id);
    return;
  }
  const id = ids[next.item] ?? 0;
  if (next.kind === "merge") {
    const into = ids[next.into] ?? 0;
    const { status } = await admin.post(`${pathOf(id)}/merge`, { targetId: into });
    expect(status).toBe(model.merge(id, into));
  } else if (next.kind === "unmerge") {
    const { status } = await admin.post(`${pathOf(id)}/unmerge`);
    expect(status).toBe(model.unmerge(id));
  } else if (next.kind === "note") {
    if (!model.isIndependent(id)) return;
    const note = { content: "For the team", isInternal: true };
    model.note(id, (await admin.post(`${pathOf(id)}/comments`, note)).body.id as number);
  } else if (next.kind === "deleteItem") {
    if (!model.isIndependent(id)) return;
    expect((await admin.delete(pathOf(id))).status).toBe(204);
    model.deleteItem(id);
  } else await applyOfPerson({ person: people[next.person], model }, id, next);
}

type StepOfPerson = Extract<Step, { person: number }>;

async function applyOfPerson(
  { person: viewer, model }: { person: Visitor | undefined; model: MergeModel },
  id: number,
  next: StepOfPerson,
): Promise<void> {
  if (!viewer || !model.isIndependent(id)) return;
  if (next.kind === "vote") {
    expect((await viewer.post(`${pathOf(id)}/vote`)).status).toBe(200);
    model.vote(id, next.person);
  } else if (next.kind === "comment") {
    const { status, body } = await viewer.post(`${pathOf(id)}/comments`, { content: "Words" });
    expect(status).toBe(201);
    model.comment(id, next.person, body.id as number);
  } else {
    const { level } = next;
    expect((await viewer.request("PUT", `${pathOf(id)}/follow`, { level })).status).toBe(200);
    model.follow(id, next.person, level);
  }
}

/** Expects that each person sees each item as in the model. */
async function expectModel({ admin, people, ids, model }: Scene): Promise<void> {
  for (const id of ids.filter((each) => model.isIndependent(each))) {
    const { body: comments } = await admin.get(`${pathOf(id)}/comments?limit=100`);
    const isInternal = ({ visibility }: Comment) => visibility === "internal";
    const [notes, others] = [true, false].map((internal) =>
      (comments as Comment[])
        .filter((each) => isInternal(each) === internal)
        .map((each) => each.id),
    );
    expect([others, notes]).toEqual([model.commentsOf(id), model.notesOf(id)]);
    for (const [index, viewer] of people.entries()) {
      const { votes, hasVoted, follow, commentsCount } = (await viewer.get(pathOf(id))).body;
      expect({ votes, hasVoted, follow, commentsCount }).toEqual(model.view(id, index));
    }
  }
}

test("after any sequence of merges, unmerges and other changes, the portal shows each item as the model does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
      const set = await scene();
      for (const next of steps) await apply(set, next);
      await expectModel(set);
      for (const id of set.ids.filter((each) => set.model.isMerged(each)))
        await apply(set, { kind: "unmerge", item: set.ids.indexOf(id) });
      await expectModel(set);
    }),
    { numRuns: 12 },
  );
  expect(await wrongCounts(portal)).toEqual([]);
}, 120_000);
