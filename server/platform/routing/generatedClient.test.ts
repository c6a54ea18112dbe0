import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { listen } from "#server/checks/fixtures/listen.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const run = promisify(execFile);

/** A program whose marked lines must not pass the type check. */
const WRONG_PROGRAM = `
import createClient from "openapi-fetch";
import type { paths } from "./hearback.ts";
const client = createClient<paths>();
const params = { path: { id: 1 } };
// @ts-expect-error There is no such call.
await client.GET("/api/nothing");
// @ts-expect-error A comment has content.
await client.POST("/api/feedback/{id}/comments", { params, body: { text: "" } });
// @ts-expect-error A login needs a password.
await client.POST("/api/login", { body: { username: "" } });
const { data } = await client.GET("/api/feedback/{id}", { params });
// @ts-expect-error An item itself has no username.
export const author = data?.username;
`;

const CONFIGURATION = {
  extends: "../../tsconfig.base.json",
  compilerOptions: { types: ["node"] },
  include: ["."],
};

let portal: TestPortal;
let url: string;
let folder: string;

const runNode = (args: string[], env = process.env) =>
  run(process.execPath, args, { cwd: folder, env, timeout: 15_000 });

beforeAll(async () => {
  portal = await startTestPortal();
  url = `http://localhost:${String(await listen(portal))}`;
  // The folder is inside the project, so that Node finds the project's packages.
  const cache = join(ROOT, ".cache");
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(join(cache, "api-client-"));
  const page = await readFile(join(ROOT, "docs/api-client.md"), "utf8");
  await writeFile(join(folder, "walk.ts"), /```ts\n(.*?)```/s.exec(page)?.[1] ?? "");
  await writeFile(join(folder, "wrong.ts"), WRONG_PROGRAM);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(CONFIGURATION));
  await writeFile(
    join(folder, "openapi.json"),
    (await portal.visitor("localhost").get("/api/openapi.json")).text,
  );
  const generator = join(ROOT, "node_modules/openapi-typescript/bin/cli.js");
  const typescript5 = pathToFileURL(join(ROOT, "scripts/typescript5.mjs")).href;
  const options = ["--default-non-nullable", "false", "--output", "hearback.ts"];
  await runNode(["--import", typescript5, generator, "openapi.json", ...options]);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("with the generated client's types, correct calls compile and wrong calls do not", async () => {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const problems = await runNode([compiler, "-p", "."]).then(
    () => "",
    (error: { stdout: string }) => error.stdout,
  );
  expect(problems).toBe("");
});

test("the client program of docs/api-client.md logs in, follows the Link headers to the last page, votes and comments", async () => {
  const company = await portal.company();
  const board = await portal.board(company);
  for (const number of [1, 2, 3, 4, 5]) {
    const createdAt = `2026-05-0${String(number)}T12:00:00Z`;
    await portal.item(board, { title: `Item ${String(number)}`, createdAt });
  }
  const customer = await portal.user("user", company);
  const { stdout } = await runNode(["walk.ts"], {
    ...process.env,
    PORTAL_URL: url,
    USERNAME: customer.username,
    PASSWORD: TEST_PASSWORD,
  });
  expect(stdout.trim().split("\n")).toEqual([
    `Signed in as ${customer.username}`,
    "5 items",
    "Item 5: 1 votes",
  ]);
  const comments = await portal.sql<{ content: string; title: string }>(
    "select content, title from comment join feedback_item on feedback_item.id = feedback_id where comment.user_id = $1",
    [customer.id],
  );
  expect(comments).toEqual([{ content: "We need this, too.", title: "Item 5" }]);
});
