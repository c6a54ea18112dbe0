import { authApi } from "#contract/auth.ts";
import { mfaApi } from "#contract/mfa.ts";
import { sessionsApi } from "#contract/sessions.ts";
import { accountOwner, anyone, registrant, signedIn } from "#server/http/guards.ts";
import { route } from "#server/http/route.ts";
import { changePassword } from "./changePassword.ts";
import { login } from "./login.ts";
import { confirmMfa, readMfaStatus, renewRecoveryCodes, setUpMfa, turnMfaOff } from "./mfa.ts";
import { endOtherSessions, endOwnSession, listOwnSessions } from "./ownSessions.ts";
import { register } from "./register.ts";
import { requestPasswordReset, resetPassword } from "./resetPassword.ts";
import { endSession } from "./session.ts";

export const authRoutes = [
  route(authApi.login, anyone, login),
  route(authApi.register, registrant, register),
  route(authApi.logout, anyone, (context) => endSession(context.database.system, context)),
  route(authApi.changePassword, accountOwner, changePassword),
  route(authApi.requestPasswordReset, anyone, requestPasswordReset),
  route(authApi.resetPassword, anyone, resetPassword),
  route(authApi.currentUser, accountOwner, async ({ viewer }) => viewer),
  route(mfaApi.status, accountOwner, readMfaStatus),
  route(mfaApi.setup, accountOwner, setUpMfa),
  route(mfaApi.confirm, accountOwner, confirmMfa),
  route(mfaApi.renewRecoveryCodes, signedIn, renewRecoveryCodes),
  route(mfaApi.turnOff, signedIn, turnMfaOff),
  route(sessionsApi.list, signedIn, listOwnSessions),
  route(sessionsApi.end, signedIn, endOwnSession),
  route(sessionsApi.endOthers, signedIn, endOtherSessions),
];
