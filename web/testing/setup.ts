import { afterEach, beforeEach, expect, vi } from "vitest";
import { page } from "vitest/browser";
import { collectComplaints, takeUnexpectedComplaints } from "./complaints.ts";
import { closePage } from "./openPage.tsx";

beforeEach(collectComplaints);

afterEach(async () => {
  closePage();
  vi.useRealTimers();
  vi.restoreAllMocks();
  await page.viewport(1280, 720);
  expect(takeUnexpectedComplaints(), "what the page complained about").toEqual([]);
});
