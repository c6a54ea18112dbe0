import { adminUsersApi } from "#contract/adminUsers.ts";
import { superAdmin } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { changeUser, endUserSessions, listUsersPage, turnOffUserMfa } from "./adminUsers.ts";
import { deleteUser, downloadUserData } from "./userData.ts";

export const adminUsersRoutes = [
  route(adminUsersApi.list, superAdmin, listUsersPage),
  route(adminUsersApi.update, superAdmin, changeUser),
  route(adminUsersApi.turnMfaOff, superAdmin, turnOffUserMfa),
  route(adminUsersApi.endSessions, superAdmin, endUserSessions),
  route(adminUsersApi.data, superAdmin, downloadUserData),
  route(adminUsersApi.remove, superAdmin, deleteUser),
];
