import type { Page } from "#contract/endpoint.ts";
import type { Member, membersApi } from "#contract/members.ts";
import { MEMBER_ROLES, MemberRole } from "#contract/members.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { presentUser } from "#server/platform/access/presentUser.ts";
import { decodePosition, pageOf, substringPattern } from "#server/platform/http/keysetCursor.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { MemberRow } from "./members.queries.ts";
import { countMembers, listMembers } from "./members.queries.ts";

const ORDER = "members";
/** The position before the first account of the list. */
const START = { key: "", id: 0 };

const [FIRST_ROLE, LAST_ROLE] = MEMBER_ROLES;

const isRole = (key: string) => MemberRole.safeParse(key).success;

/**
 * Returns one page of the company's accounts, admins first.
 * @throws HttpError 400 for a cursor of another list
 */
export async function listMembersPage({
  database,
  config,
  tenantId: companyId,
  query: { search, role, limit, cursor },
}: Handled<typeof membersApi.list, TenantUserContext>): Promise<Page<Member>> {
  const position = cursor === undefined ? START : decodePosition(ORDER, cursor, isRole);
  const filter = {
    companyId,
    firstRole: role ?? FIRST_ROLE,
    lastRole: role ?? LAST_ROLE,
    pattern: substringPattern(search ?? ""),
  };
  const { system } = database;
  const [rows, counted] = await Promise.all([
    system.all(listMembers, { ...filter, ...position, rows: limit + 1 }),
    system.first(countMembers, filter),
  ]);
  const total = counted?.total ?? 0;
  const positionOf = ({ role: key, id }: MemberRow) => ({ key, id });
  const page = pageOf(rows, { limit, order: ORDER, total, positionOf });
  return { ...page, items: page.items.map((row) => presentUser(row, config)) };
}
