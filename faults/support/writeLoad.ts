import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import type { Community } from "./createCommunity.ts";
import type { Call, Outcome } from "./httpCall.ts";
import { call, newAgent } from "./httpCall.ts";

/** All sent writes, and for each write whether a complete 2xx response acknowledged it. */
export interface Ledger {
  /** Keys are titles with an id that the client generated. */
  items: Map<string, boolean>;
  comments: Map<string, boolean>;
  /** Keys are the user's id and the item's id, separated by a space. */
  votes: Map<string, boolean>;
  outcomes: Outcome[];
}

export function newLedger(): Ledger {
  return { items: new Map(), comments: new Map(), votes: new Map(), outcomes: [] };
}

/** Returns the keys of all writes, and whether each was acknowledged. */
export function listWrites({ items, comments, votes }: Ledger): [string, boolean][] {
  return [...items, ...comments, ...votes];
}

/** Returns the number of acknowledged writes. */
export function countAcknowledged(ledger: Ledger): number {
  return listWrites(ledger).filter(([, isAcknowledged]) => isAcknowledged).length;
}

const isSuccess = ({ status }: Outcome) => status >= 200 && status < 300;
const oneOf = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

/** Number of clients that write concurrently. */
export const WRITERS = 12;

interface Load {
  port: number;
  community: Community;
  ledger: Ledger;
  /** Ends the load after the pending requests have ended. */
  signal: AbortSignal;
  writers?: number;
  /** Sends a request. The default sends it directly to the port, without a proxy. */
  send?: (request: Call) => Promise<Outcome>;
}

/**
 * Sends votes, comments and submissions from concurrent clients until the signal. The same vote may
 * be sent again.
 */
export async function writeLoad({
  port,
  community,
  ledger,
  signal,
  writers = WRITERS,
  send = call,
}: Load): Promise<void> {
  const agent = newAgent();
  const post = async (user: TestUser, path: string, body?: unknown) => {
    const { cookie } = user;
    const { host } = community.company;
    const outcome = await send({ port, host, method: "POST", path, body, cookie, agent });
    ledger.outcomes.push(outcome);
    return outcome;
  };
  const writer = async () => {
    while (!signal.aborted) {
      const outcome = await writeOne(community, ledger, post);
      // Waits, so that clients do not send in a busy loop while the portal is down.
      if (outcome.status === 0 || outcome.status === 503) await sleep(20);
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  agent.destroy();
}

type Post = (user: TestUser, path: string, body?: unknown) => Promise<Outcome>;

async function writeOne(
  { users, items, board }: Community,
  ledger: Ledger,
  post: Post,
): Promise<Outcome> {
  const user = oneOf(users);
  const id = randomUUID();
  const kind = randomInt(10);
  const item = oneOf(items);
  if (kind < 5) {
    const vote = `${String(user.id)} ${String(item)}`;
    const outcome = await post(user, `/api/feedback/${String(item)}/vote`);
    ledger.votes.set(vote, isSuccess(outcome) || ledger.votes.get(vote) === true);
    return outcome;
  }
  if (kind < 8) {
    const outcome = await post(user, `/api/feedback/${String(item)}/comments`, {
      content: `Comment ${id}`,
    });
    ledger.comments.set(`Comment ${id}`, isSuccess(outcome));
    return outcome;
  }
  const text = { title: `Item ${id}`, description: "From a client", boardId: board.id };
  const outcome = await post(user, "/api/feedback", text);
  ledger.items.set(text.title, isSuccess(outcome));
  if (isSuccess(outcome)) items.push((JSON.parse(outcome.text) as { id: number }).id);
  return outcome;
}
