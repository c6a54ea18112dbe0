import { randomBytes } from "node:crypto";
import { writtenNote, writtenText } from "#contract/markdown/writtenText.ts";
import { hashPassword } from "#server/features/auth/password.ts";
import { announcementStatements, faqStatements } from "#server/features/content/content.queries.ts";
import { saveInvitation } from "#server/features/members/invitations.queries.ts";
import { insertReport } from "#server/features/moderation/reports.queries.ts";
import { DEMO_SUPER_ADMIN } from "#server/features/portal/demoPortal.queries.ts";
import type { Db } from "#server/platform/db/database.ts";
import { insertView } from "#server/features/feedback/savedViews/savedViews.queries.ts";
import { insertUser } from "#server/features/users/users.queries.ts";
import {
  ageDemoAccounts,
  insertDemoBoard,
  insertDemoCategory,
  insertDemoComment,
  insertDemoCompany,
  insertDemoEntry,
  insertDemoItem,
  insertDemoLogo,
  insertDemoStatusChange,
  insertDemoVoters,
  insertDemoVotes,
  insertDemoWebhooks,
  openRegistration,
} from "./demo.queries.ts";
import type { DemoComment, DemoCompany, DemoItem } from "./demoContent.ts";
import { DEMO_COMPANIES, readDemoLanding, readDemoLogo } from "./demoContent.ts";
import { insertDemoNotifications, mailDemoNotifications } from "./demoNotifications.queries.ts";
import { demoVoterNames } from "./demoVoterNames.ts";

/** The published password of the demo accounts, which is used unless a password is configured. */
export const DEMO_PASSWORD = "demo-password";

/** The usernames of the demo accounts that people sign in with. */
export const DEMO_USERNAMES: readonly string[] = [
  DEMO_SUPER_ADMIN,
  ...DEMO_COMPANIES.flatMap(({ people }) => people.map(({ username }) => username)),
];

interface DemoOptions {
  password?: string | undefined;
  superAdminPassword?: string | undefined;
  /** Returns the start of links in mails: scheme, host and port. */
  originOf?: (subdomain: string) => string;
  /**
   * Whether two customers of each company get a mail. Set it only if mails are logged and not sent.
   */
  isMailed?: boolean;
}

/**
 * Adds the demo data to an empty database within the caller's transaction
 * (docs/product-decisions.md "Demo data").
 */
export async function seedDemo(
  db: Db,
  {
    password = DEMO_PASSWORD,
    superAdminPassword = password,
    originOf = (subdomain) => `http://${subdomain}.localhost`,
    isMailed = false,
  }: DemoOptions = {},
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.all(openRegistration, {});
  await db.all(insertUser, {
    username: DEMO_SUPER_ADMIN,
    passwordHash: await hashPassword(superAdminPassword),
    fullName: "Sam Provider",
    role: "super_admin",
    companyId: null,
    isConfirmed: true,
    timeZone: "UTC",
  });
  for (const company of DEMO_COMPANIES) {
    const { companyId, people } = await seedCompany(db, company, passwordHash);
    const origin = originOf(company.subdomain);
    await db.all(insertDemoNotifications, { companyId, people, origin });
    await db.all(insertDemoWebhooks, { companyId, origin });
    if (!isMailed) continue;
    const customers = people.filter((_, index) => company.people[index]?.role === "user");
    await db.all(mailDemoNotifications, { companyId, people: customers.slice(0, 2) });
  }
  const { faqs, announcements } = readDemoLanding();
  for (const faq of faqs) await db.all(faqStatements.insert, faq);
  for (const announcement of announcements)
    await db.all(announcementStatements.insert, announcement);
}

/** Ids that a company's items refer to. */
interface DemoIds {
  companyId: number;
  people: number[];
  team: number[];
  voters: number[];
  categories: ReadonlyMap<string, number>;
}

async function idOf(row: Promise<{ id: number } | undefined>): Promise<number> {
  const id = (await row)?.id;
  if (id === undefined) throw new Error("A demo row was not written");
  return id;
}

async function seedCompany(
  db: Db,
  company: DemoCompany,
  passwordHash: string,
): Promise<Pick<DemoIds, "companyId" | "people">> {
  const companyId = await idOf(
    db.first(insertDemoCompany, {
      ...company,
      brandingSettings: JSON.stringify(company.brandingSettings),
    }),
  );
  await db.all(insertDemoLogo, { companyId, content: readDemoLogo(company) });
  const cast = await seedCast(db, company, companyId, passwordHash);
  await db.all(ageDemoAccounts, { companyId, ageDays: company.ageDays });
  await db.all(saveInvitation, {
    companyId,
    username: company.invited,
    role: "company_admin",
    userId: cast.people[0] ?? 0,
    linkTokenHash: null,
  });
  for (const { name, filters } of company.views) {
    const ids = { boardId: null, boardCategoryId: null, assigneeId: null };
    await db.all(insertView, { companyId, name, filters: JSON.stringify(filters), ...ids });
  }
  for (const [orderIndex, board] of company.boards.entries()) {
    const boardId = await idOf(db.first(insertDemoBoard, { ...board, companyId, orderIndex }));
    // Older items are inserted first, so that ids increase with time.
    for (const item of board.items.toSorted((a, b) => b.ageDays - a.ageDays)) {
      await seedItem(db, cast, {
        item,
        boardId,
        voters: board.isPrivate ? cast.team : cast.voters,
      });
    }
  }
  for (const { editor, version = null, publishedDaysAgo = null, ...entry } of company.changelog) {
    const editorId = cast.people[editor] ?? 0;
    const { plain: body, markdown: bodyMarkdown } = writtenText(entry.body, "entry");
    const stored = { ...entry, body, bodyMarkdown, companyId, version, publishedDaysAgo, editorId };
    await db.all(insertDemoEntry, stored);
  }
  return cast;
}

/** Number of accounts of each company that only vote. */
const VOTERS = 150;

async function seedCast(
  db: Db,
  company: DemoCompany,
  companyId: number,
  passwordHash: string,
): Promise<DemoIds> {
  const people: number[] = [];
  for (const person of company.people) {
    const account = { ...person, passwordHash, companyId, isConfirmed: true, timeZone: "UTC" };
    people.push(await idOf(db.first(insertUser, account)));
  }
  const names = demoVoterNames(DEMO_COMPANIES.indexOf(company) * VOTERS, VOTERS);
  const voters = await db.all(insertDemoVoters, {
    companyId,
    usernames: names.map(
      (name) => `${name.toLowerCase().replace(" ", ".")}@${company.subdomain}-customers.example`,
    ),
    fullNames: names,
    passwordHash: await hashPassword(randomBytes(32).toString("base64url")),
  });
  const categories = new Map<string, number>();
  for (const name of company.boardCategories) {
    categories.set(name, await idOf(db.first(insertDemoCategory, { companyId, name })));
  }
  const team = people.filter((_, index) => company.people[index]?.role === "company_admin");
  const customers = people.filter((id) => !team.includes(id));
  return {
    companyId,
    people,
    team,
    voters: [...customers, ...voters.map(({ id }) => id)],
    categories,
  };
}

async function seedItem(
  db: Db,
  { companyId, people, team, categories }: DemoIds,
  { item, boardId, voters }: { item: DemoItem; boardId: number; voters: readonly number[] },
): Promise<void> {
  const person = (index: number) => people[index] ?? null;
  const { statusChanges = [], comments = [] } = item;
  // An item in progress is assigned to the admin who has changed its status last.
  const isWorkedOn = item.status === "evaluating" || item.status === "under_development";
  const assigneeIndex = isWorkedOn ? statusChanges.at(-1)?.author : undefined;
  const hidden = comments.filter(({ isInternal, isPending }) => isInternal || isPending).length;
  const voterIds = rotated(voters, item.title.length * 7).slice(0, item.votes);
  const { plain: description, markdown: descriptionMarkdown } = writtenText(item.description);
  const feedbackId = await idOf(
    db.first(insertDemoItem, {
      ...item,
      description,
      descriptionMarkdown,
      companyId,
      boardId,
      boardCategoryId: categories.get(item.boardCategory ?? "") ?? null,
      userId: person(item.author) ?? 0,
      isPending: item.isPending ?? false,
      votes: voterIds.length,
      commentsCount: comments.length - hidden,
      hiddenCommentsCount: hidden,
      assigneeId: assigneeIndex === undefined ? null : person(assigneeIndex),
      isAnswered:
        statusChanges.length > 0 ||
        comments.some(
          ({ author, isInternal }) => !isInternal && team.includes(person(author) ?? 0),
        ),
    }),
  );
  await db.all(insertDemoVotes, {
    companyId,
    feedbackId,
    voterIds,
    recordedById: person(0) ?? 0,
    ageDays: item.ageDays,
  });
  for (const comment of comments) await seedComment(db, { companyId, feedbackId, people }, comment);
  for (const [index, { author, to, daysAgo, note }] of statusChanges.entries()) {
    await db.all(insertDemoStatusChange, {
      companyId,
      feedbackId,
      userId: person(author) ?? 0,
      fromStatus: statusChanges[index - 1]?.to ?? "new",
      toStatus: to,
      ...writtenNote(note),
      daysAgo,
    });
  }
}

async function seedComment(
  db: Db,
  { companyId, feedbackId, people }: { companyId: number; feedbackId: number; people: number[] },
  { author, content, daysAgo, isInternal, isPending, report }: DemoComment,
): Promise<void> {
  const text = writtenText(content);
  const commentId = await idOf(
    db.first(insertDemoComment, {
      companyId,
      feedbackId,
      userId: people[author] ?? 0,
      content: text.plain,
      contentMarkdown: text.markdown,
      visibility: isInternal ? "internal" : isPending ? "pending" : "public",
      daysAgo,
    }),
  );
  if (report) {
    const { reason, note } = report;
    const userId = people[report.author] ?? 0;
    await db.all(insertReport("comment_id"), {
      companyId,
      subjectId: commentId,
      userId,
      reason,
      note,
    });
  }
}

/**
 * Changes the order of the voters, so that items have different voters. The order is the same in
 * every run.
 */
function rotated(ids: readonly number[], by: number): number[] {
  const start = ids.length === 0 ? 0 : by % ids.length;
  return [...ids.slice(start), ...ids.slice(0, start)];
}
