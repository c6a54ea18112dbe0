import { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES } from "#contract/feedbackLabels.ts";
import type { FeedbackCategory, FeedbackStatus } from "#contract/feedback.ts";
import type { CompanyPlan } from "./planCompanies.ts";
import type { Random } from "./random.ts";
import { randomFrom } from "./random.ts";

/**
 * End of the three years in which items are created. It is constant, so that the data does not
 * depend on today's date.
 */
const END = Date.UTC(2026, 10, 15);

const THREE_YEARS_MS = 3 * 365 * 86_400_000;

/**
 * The properties of an item. They are computed from the item's id, so that the rows of several
 * tables agree without storing the properties.
 */
export interface ItemFacts {
  id: number;
  boardId: number;
  userId: number;
  category: FeedbackCategory;
  status: FeedbackStatus;
  /** Number of votes. It follows a power law and is at most the company's number of users. */
  votes: number;
  comments: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Generates the other random values of the item, such as its title. */
  random: Random;
}

/** Percentages in the order of `FEEDBACK_STATUSES`. */
const STATUS_SHARES = [55, 15, 10, 5, 15];
const CATEGORY_SHARES = [50, 25, 20, 5];

function share<T>(values: readonly T[], shares: readonly number[], random: Random): T {
  let place = random.below(100);
  const index = shares.findIndex((percent) => (place -= percent) < 0);
  return values[index] as T;
}

export function itemFacts(company: CompanyPlan, id: number): ItemFacts {
  const random = randomFrom(id);
  const age = 1 - (id - company.firstItemId + random.next()) / company.items;
  return {
    id,
    boardId:
      company.firstBoardId + Math.min(random.below(company.boards), random.below(company.boards)),
    userId: company.firstUserId + random.below(company.users),
    category: share(FEEDBACK_CATEGORIES, CATEGORY_SHARES, random),
    status: share(FEEDBACK_STATUSES, STATUS_SHARES, random),
    votes: Math.min(random.powerLaw(1.1) - 1, company.users),
    comments: Math.min(random.powerLaw(1.3) - 1, 200),
    createdAt: Math.floor(END - age * THREE_YEARS_MS),
    random,
  };
}
