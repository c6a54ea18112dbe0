import { invitationsApi } from "#contract/invitations.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/** Returns the query for the invitation whose link contains the token. */
export function invitationQuery(token: string) {
  return { ...apiQuery(invitationsApi.read, { params: { token } }), staleTime: 0 };
}
