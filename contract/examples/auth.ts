import type { authApi } from "../auth.ts";
import type { passwordsApi } from "../passwords.ts";
import type { ExamplesOf } from "./example.ts";
import { user } from "./users.ts";

const password = "correct horse battery";
const newPassword = "a quite different battery";

export const authExamples: ExamplesOf<typeof authApi> & ExamplesOf<typeof passwordsApi> = {
  login: { body: { username: user.username, password }, response: user },
  register: {
    body: { username: user.username, password, fullName: "Robin Reyes" },
    response: user,
  },
  checkSubdomain: { query: { subdomain: "acme" }, response: { state: "free" } },
  logout: {},
  changePassword: { body: { currentPassword: password, newPassword }, response: user },
  requestPasswordReset: {
    body: { username: user.username },
    response: {
      message: "If there is an account with this address, a mail with a link is on its way.",
    },
  },
  resetPassword: { body: { token: "3q2-7wAAAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBk", newPassword } },
  readCurrentUser: { response: user },
};
