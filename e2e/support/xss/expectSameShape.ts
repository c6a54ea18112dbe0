import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { Place } from "../sendRequest.ts";
import { sendRequest } from "../sendRequest.ts";
import { compareDocuments } from "./compareDocuments.ts";

interface PagePlace extends Place {
  readonly path: string;
}

/** Expects two server-rendered pages to have the same elements. Uses the HTML parser of `page`. */
export async function expectSameShape(
  page: Page,
  suspect: PagePlace,
  twin: PagePlace,
): Promise<void> {
  const [one, other] = await Promise.all([
    sendRequest(suspect, suspect.path),
    sendRequest(twin, twin.path),
  ]);
  expect(one.status).toBe(200);
  expect(await compareDocuments(page, one.content, other.content), suspect.path).toEqual([]);
}
