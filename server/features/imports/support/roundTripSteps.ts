import fc from "fast-check";
import { CLOSE_REASONS, FEEDBACK_CATEGORIES, FEEDBACK_STATUSES } from "#contract/feedbackLabels.ts";
import { FOLLOW_LEVELS } from "#contract/follows.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";

const ITEMS = 5;
const BOARDS = 3;
const CUSTOMERS = 3;

const item = fc.nat({ max: ITEMS - 1 });
const board = fc.nat({ max: BOARDS - 1 });
const customer = fc.nat({ max: CUSTOMERS - 1 });
const text = fc.constantFrom("Yes 🌙", "Two\nlines", "<b>bold</b>", "=1+1", "ア");
const note = fc.option(text, { nil: undefined });
const status = fc.constantFrom(...FEEDBACK_STATUSES);
const notify = fc.boolean();
const reason = fc.constantFrom(...CLOSE_REASONS);
const level = fc.constantFrom(...FOLLOW_LEVELS);
const moderation = fc.constantFrom("off", "all");

const is = <Kind extends string>(kind: Kind) => ({ kind: fc.constant(kind) });

/** A change of a company. Numbers choose one of the items, boards or customers. */
export const step = fc.oneof(
  fc.record({ ...is("submit"), customer: fc.option(customer), board, title: text }),
  fc.record({ ...is("status"), item, status, note, notify }),
  fc.record({ ...is("change"), item, board, category: fc.constantFrom(...FEEDBACK_CATEGORIES) }),
  fc.record({ ...is("assign"), item, isAssigned: fc.boolean() }),
  fc.record({ ...is("topic"), item, isSet: fc.boolean() }),
  fc.record({ ...is("close"), item, reason, note }),
  fc.record({ ...is("reopen"), item }),
  fc.record({ ...is("merge"), item, into: item }),
  fc.record({ ...is("merge"), item, into: item }),
  fc.record({ ...is("unmerge"), item }),
  fc.record({ ...is("comment"), item, customer, content: text }),
  fc.record({ ...is("comment"), item, customer, content: text }),
  fc.record({ ...is("teamComment"), item, content: text, isInternal: fc.boolean() }),
  fc.record({ ...is("vote"), item, customer }),
  fc.record({ ...is("vote"), item, customer }),
  fc.record({ ...is("recordVote"), item, customer, notify }),
  fc.record({ ...is("withdrawVote"), item, customer }),
  fc.record({ ...is("follow"), item, customer, level }),
  fc.record({ ...is("deleteItem"), item }),
  fc.record({ ...is("deleteCustomer"), customer }),
  fc.record({ ...is("moderation"), moderation }),
  fc.record({ ...is("board"), board, isPrivate: fc.boolean() }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A company to which steps are applied. */
export interface RoundTripScene {
  companyId: number;
  host: string;
  admin: Visitor;
  adminId: number;
  superAdmin: Visitor;
  anonymous: Visitor;
  customers: { id: number; visitor: Visitor }[];
  boardIds: number[];
  topicId: number;
  itemIds: number[];
}

/** Creates a company with boards, one of them private, and items of customers. */
export async function roundTripScene(portal: TestPortal): Promise<RoundTripScene> {
  const company = await portal.company();
  const { host, id: companyId } = company;
  const account = await portal.user("company_admin", company);
  const users = await Promise.all(
    Array.from({ length: CUSTOMERS }, () => portal.user("user", company)),
  );
  const boards: { id: number }[] = [];
  // Two boards have the same name.
  for (const [index, name] of ["Ideas", "Ideas", "Bugs"].entries())
    boards.push(await portal.board(company, { name, isPrivate: index === 1 }));
  const items: { id: number }[] = [];
  for (let index = 0; index < ITEMS; index += 1) {
    const author = users[index];
    const place = boards[index % BOARDS] ?? { id: 0 };
    const title = `First ${String(index)}`;
    items.push(await portal.item(place, { title, ...(author && { userId: author.id }) }));
  }
  const { id: topicId } = await portal.category(company, "Mobile");
  return {
    companyId,
    host,
    admin: portal.visitor(host, account),
    adminId: account.id,
    superAdmin: portal.visitor("localhost", await portal.user("super_admin")),
    anonymous: portal.visitor(host),
    customers: users.map((user) => ({ id: user.id, visitor: portal.visitor(host, user) })),
    boardIds: boards.map(({ id }) => id),
    topicId,
    itemIds: items.map(({ id }) => id),
  };
}

/**
 * Sends a step to the portal. Steps that the portal refuses, for example a vote for a merged item,
 * change nothing.
 */
export async function apply(scene: RoundTripScene, next: Step): Promise<void> {
  const { admin, companyId } = scene;
  if (next.kind === "submit") return submit(scene, next);
  if (next.kind === "moderation")
    return void (await admin.patch(`/api/company/${String(companyId)}`, next));
  if (next.kind === "deleteCustomer") {
    const { id = 0 } = scene.customers[next.customer] ?? {};
    return void (await scene.superAdmin.delete(`/api/admin/users/${String(id)}`));
  }
  if (next.kind === "board") {
    const { isPrivate } = next;
    const id = scene.boardIds[next.board] ?? 0;
    return void (await admin.patch(`/api/boards/${String(id)}`, { isPrivate }));
  }
  const path = `/api/feedback/${String(scene.itemIds[next.item] ?? 0)}`;
  if ("customer" in next) await applyOfCustomer(scene, path, next);
  else await applyOfAdmin(scene, path, next);
}

async function submit(
  scene: RoundTripScene,
  { customer: index, board: place, title }: Extract<Step, { kind: "submit" }>,
): Promise<void> {
  const author = index === null ? scene.anonymous : scene.customers[index]?.visitor;
  const { itemIds } = scene;
  const body = {
    // Titles identify items in the comparison.
    title: `${title} ${String(itemIds.length)}`,
    description: title,
    boardId: scene.boardIds[place],
  };
  const reply = await author?.post("/api/feedback", body);
  if (reply?.status === 201) itemIds.push(Number(reply.body.id));
}

type StepOfItem = Extract<Step, { item: number }>;
type StepOfCustomer = Extract<StepOfItem, { customer: number }>;

async function applyOfCustomer(
  { admin, customers }: RoundTripScene,
  path: string,
  next: StepOfCustomer,
): Promise<void> {
  const person = customers[next.customer];
  if (!person) return;
  const { id: userId, visitor } = person;
  if (next.kind === "vote") await visitor.post(`${path}/vote`);
  else if (next.kind === "comment")
    await visitor.post(`${path}/comments`, { content: next.content });
  else if (next.kind === "follow")
    await visitor.request("PUT", `${path}/follow`, { level: next.level });
  else if (next.kind === "recordVote")
    await admin.post(`${path}/votes`, { userId, notify: next.notify });
  else await admin.delete(`${path}/votes/${String(userId)}`);
}

async function applyOfAdmin(
  { admin, adminId, boardIds, topicId, itemIds }: RoundTripScene,
  path: string,
  next: Exclude<StepOfItem, StepOfCustomer>,
): Promise<void> {
  if (next.kind === "status") {
    const { kind: _, item: __, ...body } = next;
    await admin.patch(path, body);
  } else if (next.kind === "change") {
    await admin.patch(path, { boardId: boardIds[next.board], category: next.category });
  } else if (next.kind === "assign") {
    await admin.patch(path, { assigneeId: next.isAssigned ? adminId : null });
  } else if (next.kind === "topic") {
    await admin.patch(path, { boardCategoryId: next.isSet ? topicId : null });
  } else if (next.kind === "close") {
    await admin.post(`${path}/close`, { reason: next.reason, note: next.note });
  } else if (next.kind === "merge") {
    await admin.post(`${path}/merge`, { targetId: itemIds[next.into] });
  } else if (next.kind === "teamComment") {
    const { content, isInternal } = next;
    await admin.post(`${path}/comments`, { content, isInternal });
  } else if (next.kind === "deleteItem") await admin.delete(path);
  else await admin.post(`${path}/${next.kind}`);
}
