import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { CONFIRM_EMAIL_FIRST } from "./errors.ts";
import { idParam, pageCursor, pageLimit, pictureUrl, searchQuery, timestamp } from "./fields.ts";
import { DEFAULT_QUOTAS, quotaMessage } from "./quotas.ts";

/** The roles that an account of a company can have in the company, in alphabetical order. */
export const MEMBER_ROLES = ["company_admin", "user"] as const;
export const MemberRole = z.enum(MEMBER_ROLES, "Role must be company_admin or user");
export type MemberRole = z.output<typeof MemberRole>;

/** The maximum total of the list of members. More accounts are listed but not counted. */
export const MEMBER_COUNT_LIMIT = 10_000;

/** An account of a company as the company's admins see it. */
export const Member = z.object({
  id: z.number(),
  username: z.string(),
  fullName: z.nullable(z.string()),
  pictureUrl,
  role: MemberRole,
  /** Whether the account can log in. */
  isActive: z.boolean(),
  confirmedAt: z.nullable(timestamp),
  /**
   * Whether the account must confirm its e-mail address. Such an account cannot be made an admin.
   */
  mustConfirmEmail: z.boolean(),
  /** Whether the account is linked with the company's own provider. */
  hasSignOn: z.boolean(),
  createdAt: timestamp,
});
export type Member = z.output<typeof Member>;

export const MemberFilters = z.object({
  /** A substring of the name or of the e-mail address. */
  search: searchQuery,
  role: z.optional(
    z.union(
      [
        MemberRole,
        z.pipe(
          z.literal(""),
          z.transform(() => undefined),
        ),
      ],
      "Unknown role",
    ),
  ),
});

export const MemberChanges = z.object({ role: MemberRole });

const memberId = z.object({ id: idParam });
const notFound = "Member not found";

/** Message of the 409 for the promotion of an account whose e-mail address nobody has confirmed. */
export const UNCONFIRMED_ADMIN =
  "This person must confirm their email address before they can become an admin";

const LAST_ADMIN = "The last admin of a company must stay one. Make somebody else an admin first.";

export const membersApi = {
  list: endpoint({
    operationId: "listMembers",
    method: "GET",
    path: "/api/members",
    scope: "people:read",
    summary:
      "The accounts of the company: its admins, then its customers, each in the order in which they were created.",
    query: z.extend(MemberFilters, { limit: pageLimit, cursor: pageCursor }),
    response: z.array(Member),
    status: 200,
    paged: true,
  }),
  update: endpoint({
    operationId: "changeMember",
    method: "PATCH",
    path: "/api/members/:id",
    summary: "Changes the role of an account of the company, and signs the account out everywhere.",
    params: memberId,
    body: MemberChanges,
    response: Member,
    status: 200,
    notFound,
    errors: {
      403: [CONFIRM_EMAIL_FIRST],
      409: [LAST_ADMIN, UNCONFIRMED_ADMIN, quotaMessage("members", DEFAULT_QUOTAS.members)],
    },
  }),
  remove: endpoint({
    operationId: "removeMember",
    method: "DELETE",
    path: "/api/members/:id",
    summary:
      "Removes an account from the company, and signs it out everywhere. The account still exists without a company, and its items, comments and votes stay.",
    params: memberId,
    response: z.undefined(),
    status: 204,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [LAST_ADMIN] },
  }),
} as const;

const exampleMember: Member = {
  id: 8,
  username: "robin@example.com",
  fullName: "Robin Reyes",
  pictureUrl: null,
  role: "company_admin",
  isActive: true,
  confirmedAt: "2026-03-02T09:05:00.000Z",
  mustConfirmEmail: false,
  hasSignOn: true,
  createdAt: "2026-03-02T09:00:00.000Z",
};

const exampleParams = { id: exampleMember.id };

export const membersExamples: ExamplesOf<typeof membersApi> = {
  listMembers: { response: [exampleMember] },
  changeMember: {
    params: exampleParams,
    body: { role: exampleMember.role },
    response: exampleMember,
  },
  removeMember: { params: exampleParams },
};
