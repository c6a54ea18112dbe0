import { randomBytes } from "node:crypto";
import { writtenText } from "#contract/markdown/writtenText.ts";
import { hashPassword } from "#server/features/auth/password.ts";
import { announcementStatements, faqStatements } from "#server/features/content/content.queries.ts";
import { saveInvitation } from "#server/features/members/invitations.queries.ts";
import { DEMO_SUPER_ADMIN } from "#server/features/portal/demoPortal.queries.ts";
import type { Db } from "#server/platform/db/database.ts";
import { insertView } from "#server/features/feedback/savedViews/savedViews.queries.ts";
import { insertUser } from "#server/features/users/users.queries.ts";
import {
  ageDemoAccounts,
  insertDemoBoard,
  insertDemoCategory,
  insertDemoCompany,
  insertDemoEntry,
  insertDemoLogo,
  insertDemoSubscribers,
  insertDemoVoters,
  openRegistration,
} from "./demo.queries.ts";
import {
  insertDemoOrganisations,
  insertDemoProvider,
  insertDemoWebhooks,
} from "./demoConnections.queries.ts";
import type { DemoCompany, DemoEntry } from "./demoContent.ts";
import { DEMO_COMPANIES, readDemoLanding, readDemoLogo } from "./demoContent.ts";
import {
  insertDemoAuditEntries,
  insertDemoNotifications,
  mailDemoNotifications,
} from "./demoNotifications.queries.ts";
import { DemoPictures } from "./demoPictures.ts";
import { demoVoterNames } from "./demoVoterNames.ts";
import type { DemoIds } from "./seedDemoItem.ts";
import { idOf, seedItem } from "./seedDemoItem.ts";

/** The published password of the demo accounts, which is used unless a password is configured. */
export const DEMO_PASSWORD = "demo-password";

/** The usernames of the demo accounts that people sign in with. */
export const DEMO_USERNAMES: readonly string[] = [
  DEMO_SUPER_ADMIN,
  ...DEMO_COMPANIES.flatMap(({ people }) => people.map(({ username }) => username)),
];

export interface DemoOptions {
  password?: string | undefined;
  superAdminPassword?: string | undefined;
  /** Returns the start of links in mails: scheme, host and port. */
  originOf?: (subdomain: string) => string;
  /**
   * Whether two customers of each company get a mail. Set it only if mails are logged and not sent.
   */
  isMailed?: boolean;
  /** The provider that the demo runs itself, and the company that logs in with it. */
  provider?:
    | {
        subdomain: string;
        name: string;
        issuer: string;
        clientId: string;
        clientSecret: Buffer;
      }
    | undefined;
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
    provider,
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
    await db.all(insertDemoAuditEntries, { companyId });
    await db.all(insertDemoWebhooks, { companyId, origin });
    if (provider && company.subdomain === provider.subdomain)
      await db.all(insertDemoProvider, { companyId, ...provider });
    if (!isMailed) continue;
    const customers = people.filter((_, index) => company.people[index]?.role === "user");
    await db.all(mailDemoNotifications, { companyId, people: customers.slice(0, 2) });
  }
  const { faqs, announcements } = readDemoLanding();
  for (const faq of faqs) await db.all(faqStatements.insert, faq);
  for (const announcement of announcements)
    await db.all(announcementStatements.insert, announcement);
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
  for (const entry of company.changelog) await seedEntry(db, cast, entry);
  await db.all(insertDemoSubscribers, {
    companyId,
    addresses: company.subscribers.map(({ address }) => address),
    daysAgo: company.subscribers.map(({ daysAgo }) => daysAgo),
    userIds: cast.voters,
  });
  return cast;
}

async function seedEntry(db: Db, cast: DemoIds, given: DemoEntry): Promise<void> {
  const { editor, cover, version = null, publishedDaysAgo = null, ...entry } = given;
  const { companyId, people, pictures } = cast;
  const editorId = people[editor] ?? 0;
  const text = await pictures.inText(entry.body, editorId);
  const top = cover && (await pictures.inText(`picture:${cover.picture}`, editorId));
  const { plain: body, markdown: bodyMarkdown } = writtenText(text, "entry");
  const covers = { coverUrl: top ?? null, coverAlt: cover?.alt ?? null };
  const dates = { version, publishedDaysAgo };
  const entryId = await idOf(
    db.first(insertDemoEntry, {
      ...entry,
      ...covers,
      ...dates,
      body,
      bodyMarkdown,
      companyId,
      editorId,
    }),
  );
  await pictures.place(text, editorId, { entryId, part: null });
  if (top) await pictures.place(top, editorId, { entryId, part: "cover" });
}

/** Number of accounts of each company that only vote. */
const VOTERS = 150;

/** For which the customers of each company work. */
const ORGANISATIONS = [
  "Juniper & Sons",
  "Harbour Light Books",
  "Oakfield Dental",
  "Nordlys Travel",
  "Twelve Bridges Bakery",
  "Kestrel Cycles",
  "Saltmarsh Studio",
];

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
  await db.all(insertDemoOrganisations, { companyId, names: ORGANISATIONS });
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
    pictures: new DemoPictures(db, company, companyId),
  };
}
