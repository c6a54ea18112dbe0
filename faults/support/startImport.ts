import { expect, vi } from "vitest";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import type { Community } from "./createCommunity.ts";
import type { Call, Outcome } from "./httpCall.ts";

type Send = (
  request: Pick<Call, "path" | "method" | "cookie" | "body" | "contentType">,
) => Promise<Outcome>;

/**
 * Starts the import of a CSV file into a company and waits until the run has started. The run then
 * continues as a job. Each row has its own author.
 * @param send sends a request to the company's host
 */
export async function startImport(send: Send, company: Community, rows: number): Promise<void> {
  const { cookie } = company.admin;
  const lines = Array.from({ length: rows }, (_, n) => {
    const item = `Imported ${String(n)}`;
    return `${item},What ${item} is about,person-${String(n)}@import.example\n`;
  });
  const content = `title,content,author_email\n${lines.join("")}`;
  const { payload, headers } = multipartOf(
    { name: "source", content: "csv" },
    { name: "file", filename: "items.csv", type: "text/csv", content },
  );
  const contentType = headers["content-type"] ?? "";
  const begin = { method: "POST", path: "/api/imports", cookie } as const;
  const uploaded = await send({ ...begin, body: payload, contentType });
  expect(uploaded.status, uploaded.text).toBe(201);
  const { id } = JSON.parse(uploaded.text) as { id: number };
  const path = `/api/imports/${String(id)}`;
  const reach = (state: string) => {
    const isReached = async () =>
      (await send({ path, cookie })).text.includes(`"state":"${state}"`);
    return vi.waitUntil(isReached, { timeout: 60_000, interval: 100 });
  };
  await reach("uploaded");
  const mapping = { boardId: company.board.id };
  expect((await send({ method: "PATCH", path, cookie, body: mapping })).status).toBe(200);
  expect((await send({ method: "POST", path: `${path}/dry-run`, cookie })).status).toBe(200);
  await reach("checked");
  expect((await send({ method: "POST", path: `${path}/run`, cookie })).status).toBe(200);
}
