import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { CallFixtures } from "./createCallFixtures.ts";
import { listPages } from "./listPages.ts";
import type { RouteCalls } from "./routeCalls.ts";

const PATH = "/api/notifications";

/** Creates a user who is notified of two status changes of a busy item and of a comment. */
async function newNotifiedUser({ admin, itemId, newUser, portal }: CallFixtures) {
  const { visitor } = await newUser();
  const item = `/api/feedback/${String(itemId)}`;
  await visitor.post(`${item}/vote`);
  for (const status of ["complete", "planned"]) await admin.patch(item, { status });
  await admin.post(`${item}/comments`, { content: "Soon" });
  await runJobs(portal);
  return visitor;
}

/**
 * The calls for notifications. Before each call, other requests and their jobs notify the user, so
 * the plans of these requests and jobs are checked as well.
 */
export const notificationCalls: RouteCalls = {
  [`GET ${PATH}`]: async (fixtures) => {
    const visitor = await newNotifiedUser(fixtures);
    const lists = await listPages(visitor, PATH, ["?limit=1", "", "?limit=100"]);
    return [...lists, ...(await listPages(fixtures.admin, PATH, [""]))];
  },
  [`POST ${PATH}/read`]: async (fixtures) => {
    const visitor = await newNotifiedUser(fixtures);
    const [first] = (await visitor.get(PATH)).body as { id: number }[];
    return [
      await visitor.post(`${PATH}/read`, { ids: [first?.id] }),
      await visitor.post(`${PATH}/read`, { all: true }),
    ];
  },
};
