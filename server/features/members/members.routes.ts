import { invitationsApi } from "#contract/invitations.ts";
import { membersApi } from "#contract/members.ts";
import { companyAdmin, invitee, objectAdmin } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { changeMember, removeMember } from "./changeMembers.ts";
import { createInvitation, invitationLimits } from "./createInvitation.ts";
import { listInvitationsPage, readInvitation, withdrawInvitation } from "./invitations.ts";
import { listMembersPage } from "./listMembersPage.ts";

/** `acceptInvitation` is a route of the feature `auth`, because it opens a session. */
export const membersRoutes = [
  route(membersApi.list, companyAdmin, listMembersPage),
  route(membersApi.update, objectAdmin, changeMember),
  route(membersApi.remove, objectAdmin, removeMember),
  route(invitationsApi.list, companyAdmin, listInvitationsPage),
  route(invitationsApi.create, companyAdmin, createInvitation, ...invitationLimits),
  route(invitationsApi.withdraw, objectAdmin, withdrawInvitation),
  route(invitationsApi.read, invitee, readInvitation),
];
