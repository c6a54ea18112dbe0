import { expect, test } from "vitest";
import { readTableFilters, writeTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { AUDIT_FILTERS } from "./AuditLog.tsx";

test("audit log filters that were written to the URL are read back unchanged", () => {
  const filters = {
    search: "a b&c",
    action: "board.delete",
    from: "2026-01-31",
    to: "2026-02-01",
    companyId: 7,
  };
  const params = writeTableFilters(new URLSearchParams(), filters, AUDIT_FILTERS.defaults);
  expect(readTableFilters(params, AUDIT_FILTERS)).toEqual(filters);
});

test("audit log filters that the API would refuse are ignored", () => {
  const address = new URLSearchParams(
    "search=%00&action=Board!&from=2026-02-30&to=tomorrow&companyId=-1",
  );
  expect(readTableFilters(address, AUDIT_FILTERS)).toEqual(AUDIT_FILTERS.defaults);
});
