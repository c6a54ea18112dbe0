import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

/** Runs an action that starts a download, and returns the downloaded file's name and text. */
export async function downloadText(
  page: Page,
  start: () => Promise<void>,
): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), start()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}
