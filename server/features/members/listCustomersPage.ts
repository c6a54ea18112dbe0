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
import { countCustomers, listCustomers } from "./customers.queries.ts";

const isCount = (key: string) => /^\d{1,4}$/.test(key);

/** How a key of a cursor is checked in each order. */
const IS_KEY: Record<CustomerSort, (key: string) => boolean> = {
  newest: isTimestamp,
  oldest: isTimestamp,
  name: isText,
  items: isCount,
  votes: isCount,
  comments: isCount,
  seen: isTimestamp,
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
  const position = cursor === undefined ? undefined : decodePosition(order, cursor, IS_KEY[sort]);
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
    positionOf: ({ sortKey, id }) => ({ key: String(sortKey), id }),
  });
  return { ...page, items: page.items.map((row) => presentUser(row, config)) };
}
