import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrandingSettings } from "#contract/branding.ts";
import type { ReactionEmoji } from "#contract/comments.ts";
import type { Announcement, Faq } from "#contract/content.ts";
import type { FeedbackCategory, FeedbackStatus } from "#contract/feedback.ts";
import type { ReportReason } from "#contract/reports.ts";
import type { ViewFilters } from "#contract/savedViews.ts";
import type { UserRole } from "#contract/users.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";

/** An account of a demo company: a member of its team (`company_admin`) or a customer (`user`). */
export interface DemoPerson {
  readonly username: string;
  readonly fullName: string;
  readonly role: Exclude<UserRole, "super_admin">;
}

/** A comment. `author` is an index into the company's `people`. */
export interface DemoComment {
  readonly author: number;
  /**
   * Days before the demo data is created, at most the item's `ageDays`. The comments of an item are
   * sorted from oldest to newest.
   */
  readonly daysAgo: number;
  readonly content: string;
  /** The comment of the same item that this one answers, as an index; no answer itself. */
  readonly answers?: number;
  /** How many of the item's voters have reacted with each emoji. */
  readonly reactions?: Partial<Readonly<Record<ReactionEmoji, number>>>;
  /** Whether the comment is an internal note. Its author is an admin. */
  readonly isInternal?: true;
  /** Whether the comment waits for approval. */
  readonly isPending?: true;
  /** A report of the comment. `author` is an index into the company's `people`. */
  readonly report?: {
    readonly author: number;
    readonly reason: ReportReason;
    readonly note: string;
  };
}

/**
 * A status change in an item's timeline. The old status is that of the previous change, or `new`.
 */
export interface DemoStatusChange {
  /** Index into the company's `people`; always a member of the team. */
  readonly author: number;
  readonly to: FeedbackStatus;
  /**
   * Days before the demo data is created, at most the item's `ageDays`. The status changes of an
   * item are sorted from oldest to newest.
   */
  readonly daysAgo: number;
  readonly note?: string;
}

/**
 * A feedback item. `status` is the status after the last status change. An item that is `new` has
 * no status change.
 */
export interface DemoItem {
  readonly title: string;
  readonly description: string;
  readonly category: FeedbackCategory;
  readonly status: FeedbackStatus;
  /** One of the company's `boardCategories`. */
  readonly boardCategory?: string;
  /** Index into the company's `people`. */
  readonly author: number;
  /** Age of the item in days when the demo data is created, 0 to 400. */
  readonly ageDays: number;
  /** Whether the item waits for approval. A waiting item has no votes. */
  readonly isPending?: true;
  /**
   * Number of votes, 0 to 140. On a private board, this is at most the number of team members,
   * because only the team sees the board.
   */
  readonly votes: number;
  readonly statusChanges?: readonly DemoStatusChange[];
  readonly comments?: readonly DemoComment[];
}

/** A board with its items. Its position in the company's `boards` becomes its `orderIndex`. */
export interface DemoBoard {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly isPrivate: boolean;
  readonly items: readonly DemoItem[];
}

/** A saved view. Its filters contain no ids, because the ids do not exist yet. */
export interface DemoView {
  readonly name: string;
  readonly filters: Omit<ViewFilters, "boardId" | "boardCategoryId" | "assigneeId"> & {
    readonly assigneeId?: "me" | "none";
  };
}

/** A picture of `demoPictures.ts`, which a text names as `picture:NAME`. */
export type DemoPictureName = "invoice" | "timer" | "timeline" | "overlap" | "floor-plan";

/** An entry of the changelog. */
export interface DemoEntry {
  readonly title: string;
  readonly slug: string;
  readonly body: string;
  readonly version?: string;
  readonly cover?: { readonly picture: DemoPictureName; readonly alt: string };
  /** Names of the labels that every company has. */
  readonly labels: readonly string[];
  /** Titles of items of the company. */
  readonly items: readonly string[];
  /** Index into the company's `people`; always a member of the team. */
  readonly editor: number;
  /** Days before the demo data is created; missing for a draft. */
  readonly publishedDaysAgo?: number;
}

/** Somebody without an account who gets the changelog by mail. */
export interface DemoSubscriber {
  readonly address: string;
  readonly daysAgo: number;
}

/** A whole demo company (docs/product-decisions.md "Demo data"). */
export interface DemoCompany {
  readonly name: string;
  readonly subdomain: string;
  readonly description: string;
  readonly website: string;
  /** Days since the company signed up. The company is older than all of its items. */
  readonly ageDays: number;
  readonly brandingSettings: BrandingSettings;
  /** The e-mail address of an open invitation to the team. */
  readonly invited: string;
  /**
   * The first person is the company admin to log in with. The second person is the customer to log
   * in with.
   */
  readonly people: readonly DemoPerson[];
  readonly boardCategories: readonly string[];
  readonly boards: readonly DemoBoard[];
  readonly views: readonly DemoView[];
  readonly changelog: readonly DemoEntry[];
  /** Besides them, every third customer with an account subscribes. */
  readonly subscribers: readonly DemoSubscriber[];
}

/** The entries of the product's landing page. */
export interface DemoLanding {
  readonly faqs: readonly Omit<Faq, "id">[];
  readonly announcements: readonly Omit<Announcement, "id">[];
}

const FOLDER = join(ROOT, "server", "operations", "demo", "content");

const read = (name: string): unknown => JSON.parse(readFileSync(join(FOLDER, name), "utf8"));

/**
 * Acme sells a project management and time tracking app for small agencies. Globex sells
 * smart-building sensors with a web dashboard and an API.
 */
export const DEMO_COMPANIES = ["acme.json", "globex.json"].map(read) as readonly DemoCompany[];

export const readDemoLanding = (): DemoLanding => read("landing.json") as DemoLanding;

/** Returns a company's logo, a PNG that is legible on white and on near-black. */
export const readDemoLogo = ({ subdomain }: Pick<DemoCompany, "subdomain">): Buffer =>
  readFileSync(join(FOLDER, `${subdomain}.png`));
