import type { AdminUser, adminUsersApi } from "../adminUsers.ts";
import { accountData } from "./account.ts";
import type { ExamplesOf } from "./example.ts";
import { user } from "./users.ts";

const { mustSetUpMfa: _, mustConfirmEmail: __, ...account } = user;
const shown: AdminUser = { ...account, companyName: "Acme", isActive: true, hasMfa: false };

const params = { id: user.id };

export const adminUsersExamples: ExamplesOf<typeof adminUsersApi> = {
  listUsers: { query: { search: "robin" }, response: [shown] },
  changeUser: { params, body: { isActive: false }, response: { ...shown, isActive: false } },
  turnOffUserMfa: { params },
  endUserSessions: { params },
  downloadUserData: { params, response: accountData },
  deleteUser: { params },
};
