import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, test } from "vitest";
import { eventSchema } from "#contract/webhookEvents.ts";
import { makeApiKey } from "#server/checks/fixtures/apiKeyOf.ts";
import { listen } from "#server/checks/fixtures/listen.ts";
import { runGuideProgram } from "#server/checks/fixtures/runGuideProgram.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";
import { GUIDES, readGuide } from "./apiGuides.ts";

let portal: TestPortal;
let url: string;
beforeAll(async () => {
  portal = await startTestPortal({ HEARBACK_DEV: "1" });
  url = `http://localhost:${String(await listen(portal))}`;
});

const isInstalled = (program: string) => spawnSync(program, ["--version"]).status === 0;

/** How an example is run, and the program without which it is skipped. */
const LANGUAGES = [
  { fence: "sh", command: ["sh", "-e"], needs: "curl" },
  { fence: "ts", command: [process.execPath], needs: process.execPath },
  { fence: "python", command: ["python3"], needs: "python3" },
] as const;

/** Runs a guide's example for a company with three items. Returns what it has printed. */
async function runExample(guide: string, { fence, command }: (typeof LANGUAGES)[number]) {
  const { company, viewers } = await newCast(portal);
  const board = await portal.board(company);
  for (const title of ["One", "Two", "Three"]) await portal.item(board, { title });
  const { key } = await makeApiKey(viewers.C, ["feedback:read", "feedback:write", "company:write"]);
  const stdout = await runGuideProgram({ guide, language: fence }, command, {
    HEARBACK_URL: guide === "assistants" ? url.replace("localhost", company.host) : url,
    HEARBACK_KEY: key,
    BOARD_ID: String(board.id),
    HOOK_URL: "http://localhost:9/hook",
  });
  const items = (await viewers.C.get("/api/feedback?sort=date")).body as {
    title: string;
    id: number;
  }[];
  return { stdout, items, viewers };
}

describe.each(LANGUAGES)("the examples in $fence", (language) => {
  test.skipIf(!isInstalled(language.needs))(
    `read, page and sync, and create feedback for a customer (skipped without ${language.needs})`,
    async () => {
      for (const guide of ["first-call", "paging", "syncing"] as const) {
        const { stdout } = await runExample(guide, language);
        for (const title of ["One", "Two", "Three"])
          expect([guide, stdout]).toEqual([guide, expect.stringContaining(title)]);
        if (guide === "syncing") expect(stdout).toMatch(/Next time: .*20\d\d-/);
      }
      const { items, viewers } = await runExample("for-a-customer", language);
      expect(items).toHaveLength(4);
      const created = await viewers.C.get(`/api/feedback/${String(items[0]?.id)}`);
      expect(created.body.author).toEqual({ fullName: "Sam Rivera", pictureUrl: null });
    },
  );

  test.skipIf(!isInstalled(language.needs))(
    `subscribe to events and get samples, or search or create, and list an assistant's tools (skipped without ${language.needs})`,
    async () => {
      const { stdout, items } = await runExample("automation", language);
      if (language.fence !== "sh") {
        expect(stdout.trim()).toBe(`Created ${String(items[0]?.id)}`);
        return;
      }
      expect(JSON.parse(stdout)).toHaveLength(3);
      const tools = await runExample("assistants", language);
      expect(tools.stdout).toContain('"name":"search_feedback"');
    },
  );
});

test("each guide is a page that links to the others and to the reference", async () => {
  const visitor = portal.visitor("localhost");
  for (const [name, title] of Object.entries(GUIDES)) {
    const { status, text, headers } = await visitor.get(`/api/docs/${name}`);
    expect([name, status, headers["content-type"]]).toEqual([
      name,
      200,
      "text/html; charset=utf-8",
    ]);
    expect(text).toContain(`<h1>${title}</h1>`);
    for (const other of Object.keys(GUIDES)) expect(text).toContain(`href="/api/docs/${other}"`);
    expect(text).toContain('href="/api/docs"');
    for (const label of name === "assistants" ? ["curl"] : ["curl", "TypeScript", "Python"])
      expect(text).toContain(`<figcaption>${label}</figcaption>`);
  }
});

test("the sample of an event is what a webhook sends", async () => {
  const [, sample = ""] = /^```json\n(.*?)^```/ms.exec(await readGuide("automation")) ?? [];
  expect(eventSchema("feedback.created").safeParse(JSON.parse(sample)).error).toBeUndefined();
});
