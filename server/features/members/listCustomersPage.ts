import type { Customer, CustomerSort, customersApi } from "#contract/customers.ts";
import type { Page } from "#contract/endpoint.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { presentUser } from "#server/platform/access/presentUser.ts";
import {
  decodePosition,
  isText,
  isTimestamp,
  pageOf,
  substringPattern,
} from "#server/platform/http/keysetCursor.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { CustomerRow } from "./customers.queries.ts";
import { countCustomers, listCustomers } from "./customers.queries.ts";

/** The key of a position in each order, and how a key of a cursor is checked. */
const KEYS: Record<CustomerSort, { of: (row: CustomerRow) => string; is: typeof isText }> = {
  newest: { of: ({ createdAt }) => createdAt, is: isTimestamp },
  oldest: { of: ({ createdAt }) => createdAt, is: isTimestamp },
  name: { of: ({ name }) => name, is: isText },
};

/**
 * Returns one page of the company's customers.
 * @throws HttpError 400 for a cursor of another order
 */
export async function listCustomersPage({
  database: { system },
  config,
  tenantId: companyId,
  query: { search, state, sort, limit, cursor },
}: Handled<typeof customersApi.list, TenantUserContext>): Promise<Page<Customer>> {
  const order = `customers ${sort}`;
  const key = KEYS[sort];
  const position = cursor === undefined ? undefined : decodePosition(order, cursor, key.is);
  const shape = { state: state ?? null, bySearch: search !== undefined };
  const filter = { companyId, pattern: substringPattern(search ?? "") };
  const [rows, counted] = await Promise.all([
    system.all(listCustomers(shape, sort, position !== undefined), {
      ...filter,
      ...position,
      rows: limit + 1,
    }),
    system.first(countCustomers(shape), filter),
  ]);
  const page = pageOf(rows, {
    limit,
    order,
    total: counted?.total ?? 0,
    positionOf: (row) => ({ key: key.of(row), id: row.id }),
  });
  return { ...page, items: page.items.map((row) => presentUser(row, config)) };
}
