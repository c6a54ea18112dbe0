import type { Endpoint } from "#contract/endpoint.ts";
import { mayPass } from "#server/checks/fixtures/guardViewers.ts";
import type { Reply, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { validBody } from "#server/checks/fixtures/validValue.ts";
import type { Route } from "#server/platform/routing/route.ts";
import type { CallFixtures } from "./createCallFixtures.ts";
import { listPages } from "./listPages.ts";

let seed = 0;

/**
 * Calls of a route without an entry in the tables of calls: a read by every kind of viewer that the
 * guard lets through, a change once with new entities.
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
      // A stream never completes. A HEAD request runs the same statements.
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

/** From the fewest rights to the most. Super admins are used only for calls that need them. */
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

/** Entities of the large company, by the path segment before their id. */
function readIds({ boardId, company, itemId }: CallFixtures): EntityIds {
  return { boards: () => boardId, company: () => company.id, feedback: () => itemId };
}

/** New entities of the large company, which a call may change or delete. */
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

/** Replaces each `:name` of a path by an id of the entity that the segment before it names. */
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
