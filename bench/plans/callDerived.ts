import type { Endpoint } from "#contract/endpoint.ts";
import { mayPass } from "#server/checks/fixtures/guardViewers.ts";
import type { Reply, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { validBody } from "#server/checks/fixtures/validValue.ts";
import type { Route } from "#server/platform/routing/route.ts";
import type { CallFixtures } from "./createCallFixtures.ts";
import { listPages } from "./listPages.ts";

let seed = 0;

/**
 * Calls a route that has no entry in a `RouteCalls` object. A read is sent by each visitor of
 * `callersOf`. A change is sent once, for newly created entities.
 */
export async function callDerived(
  { endpoint, guard }: Route,
  fixtures: CallFixtures,
): Promise<Reply[]> {
  const callers = callersOf(guard, fixtures);
  if (endpoint.method === "GET") {
    const path = await fillPath(endpoint.path, readIds(fixtures));
    const replies: Reply[] = [];
    for (const caller of callers) {
      // The response to the GET request of a stream never ends. A HEAD request runs the same
      // statements.
      if (endpoint.stream) replies.push(await caller.head(path));
      else replies.push(...(await listPages(caller, path, [""])));
    }
    return replies;
  }
  const path = await fillPath(endpoint.path, newIds(fixtures));
  const [caller] = callers;
  if (!caller) throw new Error(`No caller may send ${endpoint.method} ${endpoint.path}`);
  return [await sendChange(caller, endpoint, path, fixtures)];
}

/**
 * Returns the visitors that the guard admits, those with the fewest rights first. Returns the super
 * admin only if the guard admits nobody else.
 */
function callersOf(guard: Route["guard"], fixtures: CallFixtures): Visitor[] {
  const allowed = mayPass(guard);
  const { anonymous, user, admin, provider } = fixtures;
  const callers = [
    ...(allowed.includes("A") ? [anonymous] : []),
    ...(allowed.includes("U") ? [user] : []),
    ...(allowed.includes("C") ? [admin] : []),
  ];
  return callers.length > 0 ? callers : [provider];
}

function sendChange(
  caller: Visitor,
  { method, body }: Endpoint,
  path: string,
  { boardId, company }: CallFixtures,
): Promise<Reply> {
  if (!body) return caller.request(method, path);
  const ids = (name: string) => [name === "companyId" ? company.id : boardId];
  const known = { ids, emails: [`derived-${String(seed)}@example.com`] };
  return caller.request(method, path, validBody(body, known, (seed += 1)));
}

type EntityIds = Record<string, () => Promise<number> | number>;

/**
 * Returns functions that return the ids of existing entities of the large company. A key is the
 * path segment before the id.
 */
function readIds({ boardId, company, itemId }: CallFixtures): EntityIds {
  return { boards: () => boardId, company: () => company.id, feedback: () => itemId };
}

/**
 * Returns functions that create entities for a call to change or delete, and return their ids. Only
 * `company` returns the id of an existing company. A key is the path segment before the id.
 */
function newIds({ company, newBoard, newItem, newUser, portal }: CallFixtures): EntityIds {
  return {
    boards: async () => (await newBoard()).id,
    categories: async () => (await portal.category(company)).id,
    companies: async () => (await portal.company()).id,
    company: () => company.id,
    feedback: async () => (await newItem()).id,
    users: async () => (await newUser()).id,
  };
}

/**
 * Replaces each `:name` in a path by the id of an entity. The preceding segment names the kind of
 * entity.
 */
async function fillPath(path: string, ids: EntityIds): Promise<string> {
  const segments = path.split("/");
  for (const [index, segment] of segments.entries()) {
    if (!segment.startsWith(":")) continue;
    const entity = segments[index - 1] ?? "";
    const id = await ids[entity]?.();
    if (id === undefined) throw new Error(`callDerived.ts has no id for ${entity} of ${path}`);
    segments[index] = String(id);
  }
  return segments.join("/");
}
