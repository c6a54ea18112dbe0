import type { Page } from "#contract/endpoint.ts";
import type { MailDelivery, MailState } from "#contract/mailDeliveries.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import {
  decodePosition,
  isTimestamp,
  pageOf,
  substringPattern,
} from "#server/platform/http/keysetCursor.ts";
import { countMailDeliveries, listMailDeliveries } from "./mailDeliveries.queries.ts";

const ORDER = "mails";

interface DeliveriesQuery {
  /** The company whose mails are listed. If absent, the mails of all companies are listed. */
  companyId?: number | undefined;
  /** Whether the e-mail addresses of recipients who are unknown to the company are masked. */
  hidesAddresses: boolean;
  state?: MailState | undefined;
  search?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/**
 * Returns one page of the mails of the last 30 days, newest first.
 * @throws HttpError 400 for a cursor of another list
 */
export async function listMailDeliveriesPage(
  db: SystemDb,
  { search, cursor, limit, hidesAddresses, ...filter }: DeliveriesQuery,
): Promise<Page<MailDelivery>> {
  const position = cursor === undefined ? undefined : decodePosition(ORDER, cursor, isTimestamp);
  const shape = {
    ofCompany: filter.companyId !== undefined,
    hidesAddresses,
    byState: filter.state !== undefined,
    bySearch: search !== undefined,
  };
  const params = {
    ...filter,
    ...(search !== undefined && { pattern: substringPattern(search) }),
  };
  const [rows, counted] = await Promise.all([
    db.all(listMailDeliveries(shape, position !== undefined), {
      ...params,
      ...position,
      rows: limit + 1,
    }),
    db.first(countMailDeliveries(shape), params),
  ]);
  const total = counted?.total ?? 0;
  const positionOf = ({ createdAt: key, id }: MailDelivery) => ({ key, id });
  return pageOf(rows, { limit, order: ORDER, total, positionOf });
}
