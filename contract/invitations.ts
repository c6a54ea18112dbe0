import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { CONFIRM_EMAIL_FIRST } from "./errors.ts";
import {
  email,
  fullName,
  idParam,
  line,
  newPassword,
  pageCursor,
  pageLimit,
  timestamp,
} from "./fields.ts";
import { MemberRole } from "./members.ts";
import { DEFAULT_QUOTAS, quotaMessage } from "./quotas.ts";
import { User, exampleUser } from "./users.ts";

/** The token in the link of an invitation: 256 bits in base64url. */
export const INVITATION_TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** An open invitation to a company, as the company's admins see it. */
export const Invitation = z.object({
  id: z.number(),
  /** The e-mail address for which the invitation is valid. */
  username: z.string(),
  /** The role that the invited person gets. */
  role: MemberRole,
  /**
   * The name or e-mail address of the admin who created the invitation; null if the admin's account
   * was deleted.
   */
  invitedBy: z.nullable(z.string()),
  createdAt: timestamp,
  expiresAt: timestamp,
});
export type Invitation = z.output<typeof Invitation>;

/** How the link reaches the invited person. */
export const Delivery = z.enum(["mail", "link"], "Delivery must be mail or link");

/** The body of POST /api/invitations. */
export const NewInvitation = z.object({
  username: email,
  role: MemberRole,
  /**
   * `mail` sends a link to the e-mail address. `link` returns a link, which the admin passes on.
   */
  delivery: Delivery,
});

/** The invitation, and its link if the delivery is `link`. The link cannot be read again. */
export const CreatedInvitation = z.extend(Invitation, { link: z.nullable(z.string()) });
export type CreatedInvitation = z.output<typeof CreatedInvitation>;

/** An invitation as the person who has its link sees it. */
export const ReceivedInvitation = z.object({
  username: z.string(),
  role: MemberRole,
  /**
   * Whether an account has the e-mail address: `none`, `own` for an account that can accept the
   * invitation, or `other` for an account of another company, which cannot accept it.
   */
  account: z.enum(["none", "own", "other"]),
});
export type ReceivedInvitation = z.output<typeof ReceivedInvitation>;

/**
 * The fields of a new account. A person who accepts an invitation with an existing account needs
 * none of these fields.
 */
export const Acceptance = z.partial(
  z.object({
    fullName,
    password: newPassword,
    /** The time zone of the browser. An unknown time zone is ignored. */
    timeZone: line("Time zone", 0, 100),
  }),
);

/** The form of an invited person without an account. */
export const InvitedAccount = z.object({ fullName, password: newPassword });

const token = z.object({ token: z.string() });
const notFound = "This invitation no longer works";

export const invitationsApi = {
  list: endpoint({
    operationId: "listInvitations",
    method: "GET",
    path: "/api/invitations",
    summary: "The open invitations of the company, newest first.",
    query: z.object({ limit: pageLimit, cursor: pageCursor }),
    response: z.array(Invitation),
    status: 200,
    paged: true,
  }),
  create: endpoint({
    operationId: "createInvitation",
    method: "POST",
    path: "/api/invitations",
    summary:
      "Invites an address to the company, for seven days. If the address has an open invitation, the call renews it: a new mail or a new link replaces the previous mail or link.",
    body: NewInvitation,
    response: CreatedInvitation,
    status: 201,
    errors: {
      403: [CONFIRM_EMAIL_FIRST],
      409: [
        "This address belongs to an account of another company",
        "This person is already an admin of your company",
        "This person is already a customer of your company",
        "No subdomain has been configured for your company. Please contact support for assistance.",
        quotaMessage("invitations", DEFAULT_QUOTAS.invitations),
        quotaMessage("members", DEFAULT_QUOTAS.members),
      ],
    },
  }),
  withdraw: endpoint({
    operationId: "withdrawInvitation",
    method: "DELETE",
    path: "/api/invitations/:id",
    summary: "Withdraws an invitation. Its links no longer work.",
    params: z.object({ id: idParam }),
    response: z.undefined(),
    status: 204,
    notFound: "Invitation not found",
    errors: { 403: [CONFIRM_EMAIL_FIRST] },
  }),
  read: endpoint({
    operationId: "readInvitation",
    method: "GET",
    path: "/api/invitations/:token/preview",
    summary: "The invitation of a link, on the company's host.",
    params: token,
    response: ReceivedInvitation,
    status: 200,
    notFound,
  }),
  accept: endpoint({
    operationId: "acceptInvitation",
    method: "POST",
    path: "/api/invitations/:token/accept",
    summary:
      "Accepts an invitation, on the company's host: creates an account and signs it in, or gives the signed-in account with the invited address its role. Works once. A link from a mail also confirms the address.",
    params: token,
    body: Acceptance,
    response: User,
    status: 200,
    notFound,
    errors: {
      403: [
        "This invitation is for another address than yours. Log out to accept it.",
        CONFIRM_EMAIL_FIRST,
      ],
      409: [
        "This address belongs to an account of another company",
        "There is an account with this address. Log in to accept the invitation.",
        "Username already exists",
        quotaMessage("members", DEFAULT_QUOTAS.members),
      ],
    },
  }),
} as const;

const exampleInvitation: Invitation = {
  id: 3,
  username: exampleUser.username,
  role: "company_admin",
  invitedBy: "Alex Admin",
  createdAt: "2026-03-02T09:00:00.000Z",
  expiresAt: "2026-03-09T09:00:00.000Z",
};

const { username, role } = exampleInvitation;
const exampleToken = "3q2-7wAAAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBk";
const exampleLink = `https://acme.hearback.example/invitation?token=${exampleToken}`;

export const invitationsExamples: ExamplesOf<typeof invitationsApi> = {
  listInvitations: { response: [exampleInvitation] },
  createInvitation: {
    body: { username, role, delivery: "link" },
    response: { ...exampleInvitation, link: exampleLink },
  },
  withdrawInvitation: { params: { id: exampleInvitation.id } },
  readInvitation: {
    params: { token: exampleToken },
    response: { username, role, account: "none" },
  },
  acceptInvitation: {
    params: { token: exampleToken },
    body: { fullName: "Robin Reyes", password: "correct horse battery" },
    response: { ...exampleUser, role },
  },
};
