import type { Reply } from "#server/checks/fixtures/testPortal.ts";
import type { CallFixtures } from "./createCallFixtures.ts";

/** What is called of each route, by `METHOD /path` as in the route table: every way in which its statements may differ. */
export type RouteCalls = Record<string, (fixtures: CallFixtures) => Promise<Reply[]>>;
