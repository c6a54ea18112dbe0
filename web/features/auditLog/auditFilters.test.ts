import { expect, test } from "vitest";
import {
  isNarrowed,
  NO_AUDIT_FILTERS,
  readAuditFilters,
  writeAuditFilters,
} from "./auditFilters.ts";

test("filters survive the way through the address", () => {
  const filters = {
    search: "a b&c",
    action: "board.delete",
    from: "2026-01-31",
    to: "2026-02-01",
    companyId: 7,
  };
  expect(readAuditFilters(writeAuditFilters(new URLSearchParams(), filters))).toEqual(filters);
  expect(
    writeAuditFilters(new URLSearchParams("search=x&other=1"), NO_AUDIT_FILTERS).toString(),
  ).toBe("other=1");
});

test("what the API would refuse is not asked for", () => {
  const address = new URLSearchParams(
    "search=%00&action=Board!&from=2026-02-30&to=tomorrow&companyId=-1",
  );
  expect(readAuditFilters(address)).toEqual(NO_AUDIT_FILTERS);
  expect(isNarrowed(NO_AUDIT_FILTERS)).toBe(false);
});
