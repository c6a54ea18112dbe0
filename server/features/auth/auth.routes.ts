import { accountApi } from "#contract/account.ts";
import { accountMergingApi } from "#contract/accountMerging.ts";
import { authApi } from "#contract/auth.ts";
import { invitationsApi } from "#contract/invitations.ts";
import { loginCodesApi } from "#contract/loginCodes.ts";
import { signInMethodsApi } from "#contract/signInMethods.ts";
import { signInProvidersApi } from "#contract/signInProviders.ts";
import { signOnApi } from "#contract/signOn.ts";
import { passkeysApi } from "#contract/passkeys.ts";
import { passwordsApi } from "#contract/passwords.ts";
import { confirmEmailApi } from "#contract/confirmEmail.ts";
import { mfaApi } from "#contract/mfa.ts";
import { sessionsApi } from "#contract/sessions.ts";
import {
  accountOwner,
  anyone,
  companyRegistrant,
  confirmedOwner,
  confirmedUser,
  invitee,
  registrant,
  signedIn,
  superAdmin,
} from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { acceptanceLimit, acceptInvitation } from "./acceptInvitation.ts";
import { changePassword } from "./changePassword.ts";
import { checkSubdomain, subdomainCheckLimit } from "./checkSubdomain.ts";
import { confirmEmail, requestConfirmationCode, sendLimits, tryLimits } from "./confirmEmail.ts";
import { codeTryLimit, confirmLoginCode } from "./confirmLoginCode.ts";
import {
  logInWithPasskey,
  passkeyLoginLimit,
  requestLimit,
  startPasskeyLogin,
} from "./logInWithPasskey.ts";
import {
  addPasskey,
  renamePasskey,
  creationLimit,
  removePasskey,
  startPasskey,
} from "./passkeys.ts";
import { login, loginLimit } from "./login.ts";
import { mergeAccounts } from "./mergeAccounts.ts";
import { confirmMfa, readMfaStatus, renewRecoveryCodes, setUpMfa, turnMfaOff } from "./mfa.ts";
import { deleteOwnAccount, dataDownloadLimit, downloadOwnData } from "./ownData.ts";
import { endOtherSessions, endOwnSession, listOwnSessionsPage } from "./ownSessions.ts";
import { listSignInProviders, saveSignInProvider } from "./providers/saveSignInProvider.ts";
import { register, registerLimit } from "./register.ts";
import { codeRequestLimit, requestLoginCode } from "./requestLoginCode.ts";
import { passwordLimit } from "./requirePassword.ts";
import {
  requestPasswordReset,
  resetLimit,
  resetPassword,
  resetRequestLimit,
} from "./resetPassword.ts";
import { proveOtherAccount, requestMergeCode } from "./proveOtherAccount.ts";
import { codeLimit } from "./secondFactor.ts";
import { endSession } from "./session.ts";
import { readSignInMethods, removeIdentity, removePassword } from "./signInMethods.ts";
import { readSignOnWays } from "./signOnWays.ts";

export const authRoutes = [
  route(authApi.login, anyone, login, loginLimit),
  route(loginCodesApi.request, anyone, requestLoginCode, codeRequestLimit),
  route(loginCodesApi.confirm, anyone, confirmLoginCode, codeTryLimit),
  route(authApi.register, registrant, register, registerLimit),
  route(authApi.checkSubdomain, companyRegistrant, checkSubdomain, subdomainCheckLimit),
  route(invitationsApi.accept, invitee, acceptInvitation, acceptanceLimit),
  route(authApi.logout, anyone, (context) => endSession(context.database.system, context)),
  route(passwordsApi.changePassword, accountOwner, changePassword, passwordLimit),
  route(passwordsApi.requestPasswordReset, anyone, requestPasswordReset, resetRequestLimit),
  route(passwordsApi.resetPassword, anyone, resetPassword, resetLimit),
  route(authApi.currentUser, accountOwner, async ({ viewer }) => viewer),
  route(confirmEmailApi.send, accountOwner, requestConfirmationCode, ...sendLimits),
  route(confirmEmailApi.confirm, accountOwner, confirmEmail, ...tryLimits),
  route(accountApi.data, signedIn, downloadOwnData, dataDownloadLimit),
  route(accountApi.remove, signedIn, deleteOwnAccount, passwordLimit),
  route(signInProvidersApi.list, superAdmin, listSignInProviders),
  route(signInProvidersApi.save, superAdmin, saveSignInProvider),
  route(signInMethodsApi.list, accountOwner, readSignInMethods),
  route(signOnApi.ways, anyone, readSignOnWays),
  route(signInMethodsApi.removePassword, signedIn, removePassword),
  route(signInMethodsApi.removeIdentity, signedIn, removeIdentity),
  route(accountMergingApi.sendCode, confirmedUser, requestMergeCode, codeRequestLimit),
  route(accountMergingApi.prove, confirmedUser, proveOtherAccount, loginLimit, codeTryLimit),
  route(accountMergingApi.merge, confirmedUser, mergeAccounts),
  route(passkeysApi.create, confirmedUser, startPasskey, creationLimit),
  route(passkeysApi.add, confirmedUser, addPasskey, creationLimit),
  route(passkeysApi.rename, signedIn, renamePasskey),
  route(passkeysApi.remove, signedIn, removePasskey),
  route(passkeysApi.request, anyone, startPasskeyLogin, requestLimit),
  route(passkeysApi.logIn, anyone, logInWithPasskey, passkeyLoginLimit),
  route(mfaApi.status, accountOwner, readMfaStatus),
  route(mfaApi.setup, confirmedOwner, setUpMfa, passwordLimit),
  route(mfaApi.confirm, confirmedOwner, confirmMfa, codeLimit),
  route(mfaApi.renewRecoveryCodes, signedIn, renewRecoveryCodes, passwordLimit),
  route(mfaApi.turnOff, signedIn, turnMfaOff, passwordLimit),
  route(sessionsApi.list, signedIn, listOwnSessionsPage),
  route(sessionsApi.end, signedIn, endOwnSession),
  route(sessionsApi.endOthers, signedIn, endOtherSessions),
];
