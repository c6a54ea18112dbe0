import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import type { ApiScope } from "#contract/scopes.ts";
import { API_SCOPES } from "#contract/scopes.ts";
import { routes } from "#server/app/routes.ts";
import { makeApiKey, withApiKey } from "#server/checks/fixtures/apiKeyOf.ts";
import type { NameServer } from "#server/checks/fixtures/nameServer.ts";
import { startNameServer } from "#server/checks/fixtures/nameServer.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { AccessFixtures } from "./accessFixtures.ts";
import { createAccessFixtures } from "./accessFixtures.ts";
import { judgeReply } from "./judgeReply.ts";
import { POLICY } from "./policy/policy.ts";
import type { PolicyRow } from "./policy/policyRow.ts";
import { VIEWERS } from "./policy/policyRow.ts";

// The columns of the access matrix for API keys of company A, on A's host: K with every scope, and
// for each scope a key with that scope alone and one with all others. A key may do what an admin of A
// may do, in the calls whose scope it has. Without `private:read`, what is private does not exist.

let names: NameServer;
let portal: TestPortal;
let fixtures: AccessFixtures;
let keys: Record<"K" | `only ${ApiScope}` | `no ${ApiScope}`, Visitor>;
beforeAll(async () => {
  names = await startNameServer();
  portal = await startTestPortal({ DNS_SERVERS: names.address });
  fixtures = await createAccessFixtures(portal);
  const { viewers, company } = fixtures;
  const keyWith = async (scopes: readonly ApiScope[]) =>
    withApiKey(portal, company.host, (await makeApiKey(viewers.C, scopes)).key);
  const made: [string, Visitor][] = [["K", await keyWith(API_SCOPES)]];
  for (const scope of API_SCOPES) {
    made.push([`only ${scope}`, await keyWith([scope])]);
    made.push([`no ${scope}`, await keyWith(API_SCOPES.filter((other) => other !== scope))]);
  }
  keys = Object.fromEntries(made) as typeof keys;
  return () => names.close();
});

/** Sends a row's call with a key. Returns how the response differs from what is expected. */
async function judge(
  endpoint: Endpoint,
  row: PolicyRow,
  key: keyof typeof keys,
  expected: string,
): Promise<string[]> {
  const params = (await row.make?.(fixtures, row.kind, "C")) ?? {};
  const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
  const { query, body, headers: sent } = (await row.send?.(fixtures, "C", row.kind)) ?? {};
  const { authorization: _, ...headers } = sent ?? {};
  const path = query === undefined ? url : `${url}?${query}`;
  const method = endpoint.stream ? "HEAD" : endpoint.method;
  const reply = await keys[key].request(method, path, method === "GET" ? undefined : body, headers);
  const faults = judgeReply(endpoint, reply, expected);
  const { provider, ofB, adminsOfA } = fixtures.words;
  // The settings contain the domain that is not verified yet.
  const maySeePrivate = !key.startsWith("only ") || endpoint.path.startsWith("/api/company/");
  const forbidden = [provider, ofB, ...(maySeePrivate ? [] : [adminsOfA])];
  if (forbidden.some((word) => reply.text.includes(word))) faults.push("forbidden words");
  return faults.map((fault) => `${row.about || "the call"}, ${key}: ${fault}`);
}

const statusOfAdmin = ({ statuses }: PolicyRow) => statuses.split(" ")[VIEWERS.indexOf("C")] ?? "";

/** What a key with only the call's own scope gets. Drafts of the changelog belong to its scope. */
function statusOfOnly({ scope }: Endpoint, row: PolicyRow): string {
  const status = statusOfAdmin(row);
  const isPrivate = row.kind === "private" && scope !== "changelog";
  return isPrivate || row.about.endsWith("private board") ? "404" : status;
}

const ROUTES = routes.map(
  ({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
);

describe("access matrix of API keys", () => {
  test.each(ROUTES)("%s with an API key", async (name, endpoint) => {
    const { scope } = endpoint;
    const faults: string[] = [];
    for (const row of POLICY[name] ?? []) {
      if (scope === undefined) {
        faults.push(...(await judge(endpoint, row, "K", "403")));
        continue;
      }
      faults.push(...(await judge(endpoint, row, "K", statusOfAdmin(row))));
      if (scope === "any") continue;
      faults.push(...(await judge(endpoint, row, `no ${scope}`, "403")));
      faults.push(...(await judge(endpoint, row, `only ${scope}`, statusOfOnly(endpoint, row))));
    }
    expect(faults).toEqual([]);
  });
});
