import type { MemberRole } from "#contract/members.ts";

/** The label of each role of a member, and what the role allows. */
export const ROLE_LABELS: Readonly<Record<MemberRole, { label: string; help: string }>> = {
  company_admin: {
    label: "Admin",
    help: "Manages the company, its boards and its members, and sees private boards.",
  },
  user: { label: "Customer", help: "Submits, votes and comments on public boards." },
};
