import type { Board } from "#contract/boards.ts";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import type { BoardCategory } from "#contract/categories.ts";
import type { Comment } from "#contract/comments.ts";
import type { Company } from "#contract/companies.ts";
import type { CompanySettings } from "#contract/companySettings.ts";
import type { Page } from "#contract/endpoint.ts";
import type { FeedbackDetail, StatusChange } from "#contract/feedback.ts";
import type { Notification } from "#contract/notifications.ts";
import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";

/** Returns the time this number of days ago, in ISO 8601. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}

export const acme: Company = {
  id: 1,
  name: "Acme",
  description: "Tools for coyotes.",
  website: null,
  logoUrl: null,
  darkLogoUrl: null,
  subdomain: "acme",
  customDomain: null,
  brandingSettings: DEFAULT_BRANDING,
};

/** Acme's settings for its admins. */
export function acmeSettings(changes: Partial<CompanySettings> = {}): CompanySettings {
  const domain = {
    customDomain: null,
    state: "none",
    verifiedAt: null,
    checkedAt: null,
    failingSince: null,
    problem: null,
    cnameTarget: "acme.localhost",
  } as const;
  return {
    ...acme,
    allowCustomerSignUp: true,
    moderation: "off",
    timeZone: "Europe/Berlin",
    roadmapOrder: "votes",
    domain,
    ...changes,
  };
}

/** Returns the portal data of a company's host, or of the product host if the company is null. */
export function portalOf(company: Company | null = acme, changes: Partial<Portal> = {}): Portal {
  return {
    company,
    tenantId: company?.id ?? null,
    site: {
      siteName: "Customer Feedback Portal",
      allowPublicRegistration: true,
      allowPublicFeedback: false,
      maxUploadSize: 5,
      logoUrl: null,
      darkLogoUrl: null,
      brandingSettings: DEFAULT_BRANDING,
    },
    registrationOpen: true,
    sendsMail: true,
    baseDomain: "localhost",
    demoSubdomain: null,
    provider: { name: "Hearback", url: null },
    ...changes,
  };
}

/** Creates a customer of Acme. */
export function aCustomer(changes: Partial<User> = {}): User {
  return {
    id: 11,
    username: "robin@example.com",
    fullName: "Robin Tester",
    pictureUrl: null,
    role: "user",
    companyId: acme.id,
    mustChangePassword: false,
    mustSetUpMfa: false,
    confirmedAt: daysAgo(30),
    mustConfirmEmail: false,
    createdAt: daysAgo(30),
    ...changes,
  };
}

/** Creates an admin of Acme. */
export function anAdmin(changes: Partial<User> = {}): User {
  return aCustomer({
    id: 12,
    username: "admin@acme.example",
    fullName: "Alex Admin",
    pictureUrl: null,
    role: "company_admin",
    ...changes,
  });
}

/** Creates a super admin without a company. */
export function aSuperAdmin(changes: Partial<User> = {}): User {
  return aCustomer({
    id: 1,
    username: "super@example.com",
    fullName: "Sasha Super",
    pictureUrl: null,
    role: "super_admin",
    companyId: null,
    ...changes,
  });
}

export function aBoard(changes: Partial<Board> = {}): Board {
  return {
    id: 21,
    name: "Feature requests",
    slug: "feature-requests",
    description: null,
    companyId: acme.id,
    orderIndex: 0,
    isPrivate: false,
    feedbackCount: 3,
    createdAt: daysAgo(100),
    ...changes,
  };
}

/** Creates a board category of Acme. */
export function aCategory(changes: Partial<BoardCategory> = {}): BoardCategory {
  return {
    id: 61,
    name: "Mobile",
    companyId: acme.id,
    feedbackCount: 2,
    createdAt: daysAgo(90),
    ...changes,
  };
}

export function anItem(changes: Partial<FeedbackDetail> = {}): FeedbackDetail {
  return {
    id: 31,
    title: "Dark mode",
    description: "Said by a test.",
    descriptionFormat: "plain",
    excerpt: null,
    category: "feature",
    status: "new",
    boardId: 21,
    boardCategoryId: null,
    companyId: acme.id,
    userId: 13,
    isAuthorDeleted: false,
    votes: 0,
    commentsCount: 0,
    hasVoted: false,
    follow: null,
    state: "open",
    assigneeId: null,
    author: { fullName: "Robin Customer", pictureUrl: null },
    assignee: null,
    closedAt: null,
    closeReason: null,
    closeNote: null,
    closeNoteFormat: "plain",
    mergedIntoId: null,
    changelogEntry: null,
    unnamedVotes: null,
    isImported: false,
    createdAt: daysAgo(2),
    ...changes,
  };
}

export function aComment(changes: Partial<Comment> = {}): Comment {
  return {
    id: 41,
    content: "Yes, please.",
    contentFormat: "plain",
    feedbackId: 31,
    userId: 13,
    user: { username: "s•••", fullName: "Sam Other", pictureUrl: null },
    isByTeam: false,
    isImported: false,
    mergedFromTitle: null,
    visibility: "public",
    answersId: null,
    reactions: [],
    createdAt: daysAgo(1),
    editedAt: null,
    editableUntil: null,
    ...changes,
  };
}

export function aStatusChange(changes: Partial<StatusChange> = {}): StatusChange {
  return {
    id: 51,
    fromStatus: "new",
    toStatus: "planned",
    note: null,
    noteFormat: "plain",
    user: { fullName: "Alex Admin" },
    isByTeam: true,
    createdAt: daysAgo(1),
    ...changes,
  };
}

export function aNotification(changes: Partial<Notification> = {}): Notification {
  return {
    id: 71,
    kind: "status_changed",
    closeReason: null,
    commentId: null,
    feedbackId: 31,
    title: "Dark mode",
    reason: "voted",
    actorName: "Alex Admin",
    actorPictureUrl: null,
    toStatus: "planned",
    excerpt: null,
    changelogEntry: null,
    isRead: false,
    createdAt: daysAgo(1),
    ...changes,
  };
}

/** Returns the only page of a list. `more` replaces fields, such as the cursor of the next page. */
export function pageOf<Item>(items: Item[], more: Partial<Page<Item>> = {}): Page<Item> {
  return { items, nextCursor: null, total: items.length, ...more };
}
