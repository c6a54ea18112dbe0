import type { CompanyPlan } from "./planCompanies.ts";
import type { ItemFacts } from "./itemFacts.ts";
import { itemFacts } from "./itemFacts.ts";
import { textFrom, titleFrom } from "./sentences.ts";

type Row = readonly (string | number | boolean | null)[];

/** The rows to copy into one table. */
export interface TableRows {
  table: string;
  columns: readonly string[];
  rows: Iterable<Row>;
}

const HOUR_MS = 3_600_000;
const timestamp = (ms: number) => new Date(ms).toISOString();

/**
 * Distance between the ids of an item's consecutive voters. A prime distance lets no user vote
 * twice for an item, unless the prime divides the number of users.
 */
const VOTER_STEP = 7919;

function* range(first: number, count: number): Generator<number> {
  for (let id = first; id < first + count; id += 1) yield id;
}

function* flatMap<T>(
  companies: readonly CompanyPlan[],
  rowsOf: (company: CompanyPlan) => Iterable<T>,
) {
  for (const company of companies) yield* rowsOf(company);
}

function* itemsOf(company: CompanyPlan): Generator<ItemFacts> {
  for (const id of range(company.firstItemId, company.items)) yield itemFacts(company, id);
}

function* itemRows(company: CompanyPlan): Generator<Row> {
  for (const item of itemsOf(company)) {
    const title = titleFrom(item.random);
    const description = textFrom(item.random, title);
    const { id, boardId, userId, category, status, votes, comments, createdAt } = item;
    yield [
      company.id,
      id,
      boardId,
      userId,
      title,
      description,
      category,
      status,
      votes,
      comments,
      timestamp(createdAt),
      status !== "new",
      status === "under_development" ? company.firstUserId : null,
    ];
  }
}

function* voteRows(company: CompanyPlan): Generator<Row> {
  const step = company.users % VOTER_STEP === 0 ? 1 : VOTER_STEP;
  for (const { id, votes, createdAt, random } of itemsOf(company)) {
    const start = random.below(company.users);
    for (let n = 0; n < votes; n += 1) {
      const voter = company.firstUserId + ((start + n * step) % company.users);
      yield [company.id, id, voter, timestamp(createdAt + (n + 1) * HOUR_MS)];
    }
  }
}

function* commentRows(company: CompanyPlan): Generator<Row> {
  for (const { id, comments, createdAt, random } of itemsOf(company)) {
    for (let n = 0; n < comments; n += 1) {
      const author = company.firstUserId + random.below(company.users);
      yield [
        company.id,
        id,
        author,
        textFrom(random, titleFrom(random)),
        timestamp(createdAt + (n + 1) * HOUR_MS),
      ];
    }
  }
}

function* statusChangeRows(company: CompanyPlan): Generator<Row> {
  for (const { id, status, createdAt } of itemsOf(company)) {
    if (status === "new") continue;
    yield [company.id, id, company.firstUserId, "new", status, timestamp(createdAt + 24 * HOUR_MS)];
  }
}

function* userRows(company: CompanyPlan): Generator<Row> {
  for (const id of range(company.firstUserId, company.users)) {
    const role = id === company.firstUserId ? "company_admin" : "user";
    // No password matches this hash. Users who log in are created by `createBenchFixtures.ts`.
    yield [
      id,
      `person-${String(id)}@example.com`,
      "!",
      `User Number ${String(id)}`,
      role,
      company.id,
    ];
  }
}

function* boardRows(company: CompanyPlan): Generator<Row> {
  for (let n = 0; n < company.boards; n += 1) {
    const id = company.firstBoardId + n;
    yield [
      company.id,
      id,
      `Board ${String(n + 1)}`,
      `board-${String(n + 1)}`,
      "Wishes and reports",
      n,
      n === company.boards - 1,
    ];
  }
}

/**
 * Returns the rows of all tables to copy. Referenced tables precede the tables that refer to them.
 * Stored counts match the rows.
 */
export function tableRows(companies: readonly CompanyPlan[]): TableRows[] {
  return [
    {
      table: "company",
      columns: ["id", "name", "subdomain"],
      rows: companies.map(({ id }) => [id, `Company ${String(id)}`, `company-${String(id)}`]),
    },
    {
      table: "user_account",
      columns: ["id", "username", "password_hash", "full_name", "role", "home_company_id"],
      rows: flatMap(companies, userRows),
    },
    {
      table: "board",
      columns: ["company_id", "id", "name", "slug", "description", "order_index", "is_private"],
      rows: flatMap(companies, boardRows),
    },
    {
      table: "feedback_item",
      columns: [
        "company_id",
        "id",
        "board_id",
        "user_id",
        "title",
        "description",
        "category",
        "status",
        "votes",
        "comments_count",
        "created_at",
        "is_answered",
        "assignee_id",
      ],
      rows: flatMap(companies, itemRows),
    },
    {
      table: "user_vote",
      columns: ["company_id", "feedback_id", "user_id", "created_at"],
      rows: flatMap(companies, voteRows),
    },
    {
      table: "comment",
      columns: ["company_id", "feedback_id", "user_id", "content", "created_at"],
      rows: flatMap(companies, commentRows),
    },
    {
      table: "status_change",
      columns: ["company_id", "feedback_id", "user_id", "from_status", "to_status", "created_at"],
      rows: flatMap(companies, statusChangeRows),
    },
  ];
}
