import type { Member, membersApi } from "../members.ts";
import type { ExamplesOf } from "./example.ts";

const member: Member = {
  id: 8,
  username: "robin@example.com",
  fullName: "Robin Reyes",
  role: "company_admin",
  isActive: true,
  confirmedAt: "2026-03-02T09:05:00.000Z",
  mustConfirmEmail: false,
  createdAt: "2026-03-02T09:00:00.000Z",
};

const params = { id: member.id };

export const membersExamples: ExamplesOf<typeof membersApi> = {
  listMembers: { response: [member] },
  changeMember: { params, body: { role: member.role }, response: member },
  removeMember: { params },
};
