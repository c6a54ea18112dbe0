import type { AccountData, accountApi } from "../account.ts";
import type { ExamplesOf } from "./example.ts";
import { user } from "./users.ts";

const { id, username, fullName, role, companyId, createdAt } = user;

const place = { companyId: 1, companyName: "Acme" };

export const accountData: AccountData = {
  account: {
    id,
    username,
    fullName,
    role,
    companyId,
    companyName: "Acme",
    isActive: true,
    temporaryPasswordUntil: null,
    passwordResetUntil: null,
    confirmedAt: "2026-03-02T09:02:00.000Z",
    confirmationCodeUntil: null,
    createdAt,
  },
  notificationSettings: {
    email: "immediate",
    timeZone: "Europe/Berlin",
    newFeedback: "daily",
    suppression: null,
  },
  secondFactor: null,
  sessions: [
    {
      id: 31,
      host: "acme.example.com",
      userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      ip: "192.0.2.10",
      createdAt: "2026-03-05T08:00:00.000Z",
      lastSeenAt: "2026-03-05T08:25:00.000Z",
      expiresAt: "2026-05-04T08:00:00.000Z",
    },
  ],
  knownDevices: [{ lastSeenAt: "2026-03-05T08:00:00.000Z" }],
  items: [
    {
      id: 42,
      ...place,
      title: "Dark mode",
      description: "Please add a dark theme.",
      category: "feature",
      createdAt: "2026-03-03T10:00:00.000Z",
    },
  ],
  comments: [],
  votes: [{ ...place, feedbackId: 43, isRecorded: false, createdAt: "2026-03-03T10:05:00.000Z" }],
  follows: [{ ...place, feedbackId: 43, level: "off", createdAt: "2026-03-03T10:06:00.000Z" }],
  invitations: [],
  reports: [],
  blocks: [],
  blockedAccounts: [],
  statusChanges: [],
  auditEntries: [],
};

export const accountExamples: ExamplesOf<typeof accountApi> = {
  downloadOwnData: { response: accountData },
  deleteOwnAccount: { body: { password: "correct horse battery" } },
};
