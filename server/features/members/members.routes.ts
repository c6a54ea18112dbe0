import { customersApi } from "#contract/customers.ts";
import { invitationsApi } from "#contract/invitations.ts";
import { membersApi } from "#contract/members.ts";
import {
  companyAdmin,
  confirmedAdmin,
  confirmedObjectAdmin,
  invitee,
} from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { changeMember, removeMember } from "./changeMembers.ts";
import { createInvitation, invitationLimits } from "./createInvitation.ts";
import { listInvitationsPage, readInvitation, withdrawInvitation } from "./invitations.ts";
import { listCustomersPage } from "./listCustomersPage.ts";
import { listMembersPage } from "./listMembersPage.ts";

/** `acceptInvitation` is a route of the feature `auth`, because it opens a session. */
export const membersRoutes = [
  route(membersApi.list, companyAdmin, listMembersPage),
  route(customersApi.list, companyAdmin, listCustomersPage),
  route(membersApi.update, confirmedObjectAdmin, changeMember),
  route(membersApi.remove, confirmedObjectAdmin, removeMember),
  route(invitationsApi.list, companyAdmin, listInvitationsPage),
  route(invitationsApi.create, confirmedAdmin, createInvitation, ...invitationLimits),
  route(invitationsApi.withdraw, confirmedObjectAdmin, withdrawInvitation),
  route(invitationsApi.read, invitee, readInvitation),
];
