import type { AccountData as StoredData } from "#contract/accountData.ts";
import { accountApi } from "#contract/account.ts";
import { authApi } from "#contract/auth.ts";
import type { ImportedPost } from "#contract/importedPosts.ts";
import { importedPostsApi } from "#contract/importedPosts.ts";
import type { MfaStatus } from "#contract/mfa.ts";
import { mfaApi } from "#contract/mfa.ts";
import type { NotificationSettings } from "#contract/notificationSettings.ts";
import { notificationSettingsApi } from "#contract/notificationSettings.ts";
import type { SignInMethods } from "#contract/signInMethods.ts";
import type { Session } from "#contract/sessions.ts";
import { sessionsApi } from "#contract/sessions.ts";
import type { AcmeData } from "./acmeServer.ts";
import { acmeData, acmeServer } from "./acmeServer.ts";
import { aCustomer, daysAgo } from "./fixtures.ts";
import { pageFrom } from "./lists.ts";
import { passwordOnly, respondToSignInMethods } from "./respondToSignIn.ts";
import type { ScriptedServer } from "./ScriptedServer.ts";

/** The data of the scripted host of Acme with the signed-in user's account. */
export interface AccountData extends AcmeData {
  sessions: Session[];
  signInMethods: SignInMethods;
  mfa: MfaStatus;
  notificationSettings: NotificationSettings;
  importedPosts: ImportedPost[];
}

/**
 * Returns data of a customer with one session and without a second factor, with the given
 * overrides.
 */
export function accountData(data: Partial<AccountData> = {}): AccountData {
  return {
    ...acmeData({ user: aCustomer() }),
    sessions: [aSession({ isCurrent: true })],
    signInMethods: passwordOnly(),
    mfa: { isOn: false, isRequired: false, recoveryCodesLeft: 0 },
    notificationSettings: {
      email: "immediate",
      timeZone: "Europe/Berlin",
      newFeedback: null,
      suppression: null,
      isConfirmed: true,
    },
    importedPosts: [],
    ...data,
  };
}

export function aSession(changes: Partial<Session> = {}): Session {
  return {
    id: 71,
    device: "Firefox on Windows",
    host: "acme.localhost",
    ip: "192.0.2.7",
    createdAt: daysAgo(3),
    lastSeenAt: daysAgo(1),
    isCurrent: false,
    ...changes,
  };
}

/** The key that the scripted server creates for an authenticator app. */
export const APP_KEY = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** Returns ten recovery codes. The codes of different letters are different. */
export const recoveryCodesOf = (letter: string) =>
  Array.from({ length: 10 }, (_, index) => `${letter.repeat(4)}${String(index)}-fghij`);

/** A picture of one pixel. */
export const A_PICTURE = "data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=";

/** The data that the scripted server has stored about the customer's account. */
export const STORED_DATA: StoredData = {
  account: {
    id: 13,
    username: "robin@example.com",
    fullName: "Robin Reyes",
    picture: null,
    role: "user",
    companyId: 1,
    companyName: "Acme",
    isActive: true,
    temporaryPasswordUntil: null,
    passwordResetUntil: null,
    confirmedAt: null,
    confirmationCodeUntil: null,
    createdAt: daysAgo(90),
    lastSeenAt: null,
    passwordLastUsedAt: null,
    mailedCodeLastUsedAt: null,
  },
  notificationSettings: {
    email: "immediate",
    timeZone: "UTC",
    newFeedback: "daily",
    suppression: null,
  },
  secondFactor: null,
  passkeys: [],
  identities: [],
  sessions: [],
  knownDevices: [],
  items: [],
  comments: [],
  reactions: [],
  votes: [
    {
      companyId: 1,
      companyName: "Acme",
      feedbackId: 31,
      isRecorded: false,
      createdAt: daysAgo(2),
    },
  ],
  follows: [],
  pictures: [],
  changelogSubscriptions: [],
  organisations: [],
  invitations: [],
  reports: [],
  rejections: [],
  blocks: [],
  blockedAccounts: [],
  statusChanges: [],
  auditEntries: [],
};

/**
 * Creates a scripted host of Acme for login, logout, sessions, the second factor, notification
 * settings, the account's data and the account's deletion. It accepts every password and code.
 */
export function accountServer(data: AccountData): ScriptedServer {
  const uri = `otpauth://totp/Acme:robin@example.com?secret=${APP_KEY}&issuer=Acme`;
  const turnOn = (letter: string) => {
    data.mfa = { ...data.mfa, isOn: true, recoveryCodesLeft: 10 };
    return { recoveryCodes: recoveryCodesOf(letter) };
  };
  return respondToSignInMethods(acmeServer(data), data)
    .respond(authApi.login, () => {
      data.user ??= aCustomer();
      return data.user;
    })
    .respond(authApi.logout, () => {
      data.user = null;
    })
    .respond(sessionsApi.list, ({ query }) => pageFrom(data.sessions, query))
    .respond(sessionsApi.end, ({ params }) => {
      data.sessions = data.sessions.filter(({ id }) => id !== params.id);
    })
    .respond(sessionsApi.endOthers, () => {
      data.sessions = data.sessions.filter(({ isCurrent }) => isCurrent);
    })
    .respond(mfaApi.status, () => data.mfa)
    .respond(mfaApi.setup, { secret: APP_KEY, uri })
    .respond(mfaApi.confirm, () => turnOn("a"))
    .respond(mfaApi.renewRecoveryCodes, () => turnOn("b"))
    .respond(mfaApi.turnOff, () => {
      data.mfa = { ...data.mfa, isOn: false, recoveryCodesLeft: 0 };
    })
    .respond(notificationSettingsApi.read, () => data.notificationSettings)
    .respond(notificationSettingsApi.update, ({ body }) => {
      const { email, timeZone, newFeedback } = { ...data.notificationSettings, ...body };
      Object.assign(data.notificationSettings, { email, timeZone, newFeedback });
      return data.notificationSettings;
    })
    .respond(notificationSettingsApi.liftSuppression, () => {
      data.notificationSettings = { ...data.notificationSettings, suppression: null };
    })
    .respond(importedPostsApi.list, ({ query }) => {
      const posts = data.importedPosts.map((post) => Object.assign({ id: post.createdAt }, post));
      return pageFrom(posts, query);
    })
    .respond(accountApi.changeProfile, ({ body }) => {
      data.user = { ...(data.user ?? aCustomer()), fullName: body.fullName };
      return data.user;
    })
    .respond(accountApi.savePicture, () => {
      data.user = { ...(data.user ?? aCustomer()), pictureUrl: A_PICTURE };
      return { pictureUrl: A_PICTURE };
    })
    .respond(accountApi.removePicture, () => {
      data.user = { ...(data.user ?? aCustomer()), pictureUrl: null };
    })
    .respond(accountApi.data, STORED_DATA)
    .respond(accountApi.remove, () => {
      data.user = null;
    });
}
