import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { Place } from "../sendRequest.ts";
import { sendRequest } from "../sendRequest.ts";
import { compareDocuments } from "./compareDocuments.ts";

interface Drawn extends Place {
  readonly path: string;
}

/** What the server draws is made of the same elements here and there. `page` lends its parser. */
export async function expectSameShape(page: Page, suspect: Drawn, twin: Drawn): Promise<void> {
  const [one, other] = await Promise.all([
    sendRequest(suspect, suspect.path),
    sendRequest(twin, twin.path),
  ]);
  expect(one.status).toBe(200);
  expect(await compareDocuments(page, one.content, other.content), suspect.path).toEqual([]);
}
