import type { Locator } from "vitest/browser";
import { page } from "vitest/browser";

/** Finds the rows of a table below its header. */
export function tableRows(table: string): Locator {
  return page.getByRole("table", { name: table }).getByRole("rowgroup").last().getByRole("row");
}
