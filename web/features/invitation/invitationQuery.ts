import { invitationsApi } from "#contract/invitations.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** The query for the invitation of a link. */
export function invitationQuery(token: string) {
  return { ...apiQuery(invitationsApi.read, { params: { token } }), staleTime: 0 };
}
