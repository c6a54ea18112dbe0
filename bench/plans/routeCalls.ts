import type { Reply } from "#server/checks/fixtures/testPortal.ts";
import type { CallFixtures } from "./createCallFixtures.ts";

/**
 * Calls by `METHOD /path` for routes whose calls `callDerived.ts` cannot derive, or whose
 * statements depend on the query.
 */
export type RouteCalls = Record<string, (fixtures: CallFixtures) => Promise<Reply[]>>;
