import type { Invitation, invitationsApi } from "../invitations.ts";
import type { ExamplesOf } from "./example.ts";
import { user } from "./users.ts";

const invitation: Invitation = {
  id: 3,
  username: user.username,
  role: "company_admin",
  invitedBy: "Alex Admin",
  createdAt: "2026-03-02T09:00:00.000Z",
  expiresAt: "2026-03-09T09:00:00.000Z",
};

const { username, role } = invitation;
const token = "3q2-7wAAAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBk";
const link = `https://acme.hearback.example/invitation?token=${token}`;

export const invitationsExamples: ExamplesOf<typeof invitationsApi> = {
  listInvitations: { response: [invitation] },
  createInvitation: {
    body: { username, role, delivery: "link" },
    response: { ...invitation, link },
  },
  withdrawInvitation: { params: { id: invitation.id } },
  readInvitation: { params: { token }, response: { username, role, account: "none" } },
  acceptInvitation: {
    params: { token },
    body: { fullName: "Robin Reyes", password: "correct horse battery" },
    response: { ...user, role },
  },
};
