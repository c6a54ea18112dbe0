import "./disableReactProfiling.ts";
import "./disableOwnerStacks.ts";
import "./hidePage.ts";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { page } from "vitest/browser";
import { collectConsoleErrors, takeConsoleErrors } from "./consoleErrors.ts";
import { closePage } from "./openPage.tsx";

/** The window size in pixels, which is restored after each test. */
const DESK = { width: 1280, height: 720 };

beforeEach(collectConsoleErrors);

afterEach(async () => {
  closePage();
  vi.restoreAllMocks();
  const { innerWidth, innerHeight } = window;
  if (innerWidth !== DESK.width || innerHeight !== DESK.height)
    await page.viewport(DESK.width, DESK.height);
  expect(takeConsoleErrors(), "errors and warnings of the page in the console").toEqual([]);
});
