import { auditLogApi } from "#contract/auditLog.ts";
import { invitationsApi } from "#contract/invitations.ts";
import { MemberRole, membersApi } from "#contract/members.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import type { MemberFilters } from "./MembersScreen.tsx";

/**
 * Returns the query for the pages of members, admins first. The pages are refetched on each visit.
 */
export function memberPagesQuery({ search, role }: MemberFilters) {
  const query = { search: search || undefined, role: MemberRole.safeParse(role).data };
  return { ...apiPagedQuery(membersApi.list, { query }), staleTime: 0 };
}

/**
 * Returns the query for the pages of open invitations, newest first. The pages are refetched on
 * each visit.
 */
export function invitationPagesQuery() {
  return { ...apiPagedQuery(invitationsApi.list), staleTime: 0 };
}

/** The queries to refetch after a member or an invitation has changed. */
export const QUERIES_AFFECTED_BY_MEMBERS = [
  membersApi.list,
  invitationsApi.list,
  auditLogApi.listOfCompany,
] as const;
