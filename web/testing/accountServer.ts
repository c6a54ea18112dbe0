import type { AccountData as StoredData } from "#contract/account.ts";
import { accountApi } from "#contract/account.ts";
import { authApi } from "#contract/auth.ts";
import type { MfaStatus } from "#contract/mfa.ts";
import { mfaApi } from "#contract/mfa.ts";
import type { Session } from "#contract/sessions.ts";
import { sessionsApi } from "#contract/sessions.ts";
import type { AcmeData } from "./acmeServer.ts";
import { acmeData, acmeServer } from "./acmeServer.ts";
import { aCustomer, daysAgo } from "./fixtures.ts";
import { pageFrom } from "./lists.ts";
import type { ScriptedServer } from "./ScriptedServer.ts";

/** The data from which the host of Acme serves an account. */
export interface AccountData extends AcmeData {
  sessions: Session[];
  mfa: MfaStatus;
}

/** A customer with this one session and without a second factor, unless told otherwise. */
export function accountData(data: Partial<AccountData> = {}): AccountData {
  return {
    ...acmeData({ user: aCustomer() }),
    sessions: [aSession({ isCurrent: true })],
    mfa: { isOn: false, isRequired: false, recoveryCodesLeft: 0 },
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

/** The key that the scripted server makes for an authenticator app. */
export const APP_KEY = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** Ten recovery codes; each set has a letter of its own. */
export const recoveryCodesOf = (letter: string) =>
  Array.from({ length: 10 }, (_, index) => `${letter.repeat(4)}${String(index)}-fghij`);

/** What the scripted server stores of the customer's account. */
export const STORED_DATA: StoredData = {
  account: {
    id: 13,
    username: "robin@example.com",
    fullName: "Robin Reyes",
    role: "user",
    companyId: 1,
    companyName: "Acme",
    isActive: true,
    temporaryPasswordUntil: null,
    passwordResetUntil: null,
    confirmedAt: null,
    confirmationCodeUntil: null,
    createdAt: daysAgo(90),
  },
  secondFactor: null,
  sessions: [],
  knownDevices: [],
  items: [],
  comments: [],
  votes: [{ companyId: 1, companyName: "Acme", feedbackId: 31, createdAt: daysAgo(2) }],
  statusChanges: [],
  auditEntries: [],
};

/** The host of Acme, where one signs in and out and changes sessions and second factor. It accepts every password and code. */
export function accountServer(data: AccountData): ScriptedServer {
  const uri = `otpauth://totp/Acme:robin@example.com?secret=${APP_KEY}&issuer=Acme`;
  const turnOn = (letter: string) => {
    data.mfa = { ...data.mfa, isOn: true, recoveryCodesLeft: 10 };
    return { recoveryCodes: recoveryCodesOf(letter) };
  };
  return acmeServer(data)
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
    .respond(accountApi.data, STORED_DATA)
    .respond(accountApi.remove, () => {
      data.user = null;
    });
}
