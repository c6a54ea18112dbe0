import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { expect, test } from "vitest";
import { WEBHOOK_EVENTS } from "#contract/webhookEvents.ts";
import { routes } from "#server/app/routes.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";

/** The parts of n8n's format that an import needs. */
const Workflow = z.object({
  name: z.string().min(1),
  active: z.literal(false),
  nodes: z.array(
    z.object({
      id: z.uuid(),
      name: z.string().min(1),
      type: z.string().startsWith("n8n-nodes-base."),
      typeVersion: z.number(),
      position: z.tuple([z.number(), z.number()]),
      webhookId: z.uuid().optional(),
      parameters: z.record(z.string(), z.unknown()),
    }),
  ),
  connections: z.record(
    z.string(),
    z.object({
      main: z.array(
        z.array(z.object({ node: z.string(), type: z.literal("main"), index: z.number() })),
      ),
    }),
  ),
  settings: z.object({ executionOrder: z.literal("v1") }),
});

test("the workflow for n8n has n8n's format, and names only calls, fields and events that exist", async () => {
  const source = await readFile(join(ROOT, "docs/n8n-workflow.json"), "utf8");
  const { nodes, connections } = Workflow.parse(JSON.parse(source));
  const names = nodes.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
  for (const [from, { main }] of Object.entries(connections))
    for (const name of [from, ...main.flat().map(({ node }) => node)])
      expect(names).toContain(name);
  for (const [, name] of source.matchAll(/\$\('([^']+)'\)/g)) expect(names).toContain(name);

  const requests = nodes.filter(({ type }) => type === "n8n-nodes-base.httpRequest");
  expect(requests).toHaveLength(4);
  for (const { name, parameters } of requests) {
    const { method, url, genericAuthType, jsonBody } = parameters as Record<string, string>;
    const path = url?.replace(/^=\{\{[^}]*\}\}/, "").replaceAll(/\{\{[^}]*\}\}/g, ":id");
    const called = routes.find(
      ({ endpoint }) => endpoint.method === method && endpoint.path === path,
    );
    expect([name, path, called?.endpoint.scope]).toEqual([name, path, expect.any(String)]);
    expect(genericAuthType).toBe("httpBearerAuth");
    if (jsonBody?.includes("onBehalfOf")) expect(called?.endpoint.actsForCustomers).toBe(true);
  }
  const events = [...source.matchAll(/"rightValue": "([a-z_.]+)"/g)].map(([, event]) => event);
  expect(events).not.toHaveLength(0);
  expect(WEBHOOK_EVENTS).toEqual(expect.arrayContaining(events));
});
