import { afterEach, beforeEach, expect, vi } from "vitest";
import { collectComplaints, takeUnexpectedComplaints } from "./complaints.ts";
import { closePage } from "./openPage.tsx";

beforeEach(collectComplaints);

afterEach(() => {
  closePage();
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(takeUnexpectedComplaints(), "what the page complained about").toEqual([]);
});
