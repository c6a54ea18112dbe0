import { pictureUpload } from "#server/checks/fixtures/pictureUpload.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { routes } from "#server/app/routes.ts";
import { mayPass } from "#server/checks/fixtures/guardViewers.ts";
import { validBody } from "#server/checks/fixtures/validValue.ts";
import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import type { Route } from "#server/platform/routing/route.ts";
import type { AttackFixtures } from "./attackFixtures.ts";
import type { Caller, SampleCall, SampleCalls } from "./samples/sample.ts";
import { authSampleCalls } from "./samples/authSampleCalls.ts";
import { changelogSampleCalls } from "./samples/changelogSampleCalls.ts";
import { companySampleCalls } from "./samples/companySampleCalls.ts";
import { consoleSampleCalls } from "./samples/consoleSampleCalls.ts";
import { exportSampleCalls } from "./samples/exportSampleCalls.ts";
import { feedbackSampleCalls } from "./samples/feedbackSampleCalls.ts";
import { importSampleCalls } from "./samples/importSampleCalls.ts";
import { memberSampleCalls } from "./samples/memberSampleCalls.ts";
import { moderationSampleCalls } from "./samples/moderationSampleCalls.ts";
import { profileSampleCalls } from "./samples/profileSampleCalls.ts";
import { signOnSampleCalls } from "./samples/signOnSampleCalls.ts";
import { signedTokenSampleCalls } from "./samples/signedTokenSampleCalls.ts";
import { waysInSampleCalls } from "./samples/waysInSampleCalls.ts";
import { webhookSampleCalls } from "./samples/webhookSampleCalls.ts";

/**
 * Calls that need secrets, complete lists or values that are unique in the installation. The sample
 * calls of other routes are derived from their guard, path and schema.
 */
const SPECIAL: SampleCalls = {
  ...authSampleCalls,
  ...changelogSampleCalls,
  ...companySampleCalls,
  ...consoleSampleCalls,
  ...exportSampleCalls,
  ...feedbackSampleCalls,
  ...importSampleCalls,
  ...memberSampleCalls,
  ...moderationSampleCalls,
  ...profileSampleCalls,
  ...signOnSampleCalls,
  ...signedTokenSampleCalls,
  ...waysInSampleCalls,
  ...webhookSampleCalls,
};

/** Returns a call of this endpoint that succeeds with these fixtures. */
export async function sampleCall(
  fixtures: AttackFixtures,
  { method, path }: Pick<Endpoint, "method" | "path">,
): Promise<SampleCall> {
  const route = routes.find(({ endpoint: e }) => e.method === method && e.path === path);
  if (!route) throw new Error(`There is no route ${method} ${path}`);
  const special = await SPECIAL[`${method} ${path}`]?.(fixtures);
  const caller = special?.caller ?? callerOf(route);
  const { body = bodyOf(route, fixtures), params = paramsOf(path, fixtures) } = special ?? {};
  return {
    host: fixtures.company.host,
    cookie: caller === "anonymous" ? undefined : fixtures[caller].cookie,
    params,
    ...(body && { body }),
    ...(special?.headers && { headers: special.headers }),
    ...(route.endpoint.upload !== undefined && (await pictureUpload(route.endpoint.upload))),
  };
}

/** Callers, sorted from the fewest rights to the most. */
const CALLERS: [ViewerKey, Caller][] = [
  ["A", "anonymous"],
  ["U", "customer"],
  ["C", "admin"],
  ["T", "superAdmin"],
];

function callerOf({ guard }: Route): Caller {
  const allowed = mayPass(guard);
  return CALLERS.find(([viewer]) => allowed.includes(viewer))?.[1] ?? "superAdmin";
}

function bodyOf({ endpoint: { body } }: Route, fixtures: AttackFixtures): object | undefined {
  if (!body) return undefined;
  const ids: Record<string, number> = {
    boardId: fixtures.board.id,
    boardCategoryId: fixtures.category.id,
    companyId: fixtures.company.id,
    answersId: fixtures.comment.id,
  };
  return validBody(body, {
    ids: (name) => [ids[name] ?? fixtures.item.id],
    emails: [fixtures.customer.username],
  });
}

/**
 * Returns the parameters of a path: the ids of the entities that the preceding path segments name.
 */
function paramsOf(path: string, fixtures: AttackFixtures): Record<string, number | string> {
  const { item, comment, board, category, session, faq, announcement } = fixtures;
  const entities: Record<string, { id: number }> = {
    announcements: announcement,
    boards: board,
    categories: category,
    comments: comment,
    companies: fixtures.other,
    company: fixtures.company,
    faqs: faq,
    feedback: item,
    members: fixtures.customer,
    sessions: session,
    users: fixtures.admin,
  };
  return Object.fromEntries(
    [...path.matchAll(/([^/]+)\/:(\w+)/g)].map(([, segment = "", name = ""]) => {
      if (segment === "reactions") return [name, encodeURIComponent("👍")];
      const entity = entities[segment];
      if (!entity) throw new Error(`paramsOf in sampleCalls.ts has no entity for ${segment}`);
      return [name, entity.id];
    }),
  );
}

/** Replaces the parameters of a path with their values. */
export function addressOf(path: string, params: Record<string, number | string> = {}): string {
  return path.replaceAll(/:(\w+)/g, (_whole, name: string) => String(params[name]));
}

/** Queries of reads that require a query, by path. */
const REQUIRED_QUERIES: Record<string, string> = {
  "/api/feedback/similar": "title=Item",
  "/api/feedback/:id/merge-outcome": "ids=1",
};

/** Returns the URL of a read that succeeds, with the query that the read requires. */
export function readAddressOf(path: string, params: Record<string, number | string> = {}): string {
  const query = REQUIRED_QUERIES[path];
  return `${addressOf(path, params)}${query === undefined ? "" : `?${query}`}`;
}
