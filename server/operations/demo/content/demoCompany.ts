import type { BrandingSettings } from "#contract/branding.ts";
import type { FeedbackCategory, FeedbackStatus } from "#contract/feedback.ts";
import type { UserRole } from "#contract/users.ts";

/** One of a demo company's accounts: its own team (`company_admin`) or a customer (`user`). */
export interface DemoPerson {
  readonly username: string;
  readonly fullName: string;
  readonly role: Exclude<UserRole, "super_admin">;
}

/** A comment. `author` is an index into the company's `people`. */
export interface DemoComment {
  readonly author: number;
  /** Days before the seeding; never more than the item's `ageDays`. A list runs from oldest to newest. */
  readonly daysAgo: number;
  readonly content: string;
}

/** A status change in an item's timeline. The status before it is the previous entry's, or `new`. */
export interface DemoStatusChange {
  /** Index into the company's `people`; always one of the team. */
  readonly author: number;
  readonly to: FeedbackStatus;
  /** Days before the seeding; never more than the item's `ageDays`. A list runs from oldest to newest. */
  readonly daysAgo: number;
  readonly note?: string;
}

/** A feedback item. Its last status change ends in `status`; an item that is `new` has none. */
export interface DemoItem {
  readonly title: string;
  readonly description: string;
  readonly category: FeedbackCategory;
  readonly status: FeedbackStatus;
  /** One of the company's `boardCategories`. */
  readonly boardCategory?: string;
  /** Index into the company's `people`. */
  readonly author: number;
  /** Days before the seeding, 0 to 400. */
  readonly ageDays: number;
  /** 0 to 140; on a private board never more than the team has members, because nobody else sees it. */
  readonly votes: number;
  readonly statusChanges?: readonly DemoStatusChange[];
  readonly comments?: readonly DemoComment[];
}

/** A board with its items. The order of a company's boards is their `orderIndex`. */
export interface DemoBoard {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly isPrivate: boolean;
  readonly items: readonly DemoItem[];
}

/** A whole demo company (docs/product-decisions.md "Demo data"). */
export interface DemoCompany {
  readonly name: string;
  readonly subdomain: string;
  readonly description: string;
  readonly website: string;
  /** Days since the company signed up; older than all of its items. */
  readonly ageDays: number;
  readonly brandingSettings: BrandingSettings;
  /** A complete SVG document of about 200 by 50, legible on white and on near-black. */
  readonly logoSvg: string;
  /** First the company_admin to log in with, then the customer to log in with, then everyone else. */
  readonly people: readonly DemoPerson[];
  readonly boardCategories: readonly string[];
  readonly boards: readonly DemoBoard[];
}
