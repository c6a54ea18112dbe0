import { FOREIGN_HOST } from "./hook.ts";
import { packTexts } from "./packTexts.ts";
import { payloads } from "./payloads.ts";

/** All texts that users can enter on one company's host. */
export interface CompanyTexts {
  readonly name: string;
  readonly description: string;
  readonly website: string;
  readonly adminName: string;
  readonly boards: readonly { readonly name: string; readonly description: string }[];
  readonly categories: readonly string[];
  readonly items: readonly { readonly title: string; readonly description: string }[];
  readonly comments: readonly { readonly author: string; readonly content: string }[];
  readonly notes: readonly string[];
  readonly audit: readonly {
    readonly subject: string;
    readonly key: string;
    readonly value: string;
  }[];
  /** The names of saved views. */
  readonly views: readonly string[];
  /** Posts of the admin that were rejected. */
  readonly rejections: readonly {
    readonly title: string;
    readonly excerpt: string;
    readonly reason: string;
  }[];
  /** User agents and IP addresses, which are shown in the list of sessions. */
  readonly devices: readonly string[];
}

/** The start of every company website. Any text that is valid in a URL may follow. */
const SITE = `https://${FOREIGN_HOST}/`;

/** The number of boards, of categories, of comments and of each other entity with short fields. */
const FEW = 12;

/** Joins payloads into few field values of at most `longest` characters ({@link packTexts}). */
const inFields = (longest: number, offset: number) => packTexts(payloads, longest, offset);

const titles = inFields(200, 0);
const descriptions = inFields(10_000, 0);
const contents = inFields(5000, 0);
const notes = inFields(1000, 130);
const authors = inFields(120, 40);
const boardNames = inFields(80, 80);
const boardDescriptions = inFields(500, 120);
const categories = inFields(57, 160);
const companyNames = inFields(120, 200);
const companyDescriptions = inFields(1000, 240);
const adminNames = inFields(120, 280);
const subjects = inFields(300, 320);
const auditValues = inFields(2000, 360);
const devices = inFields(60, 400);
const views = inFields(57, 440);
const excerpts = inFields(300, 480);
const reasons = inFields(500, 520);

/**
 * The number of rounds of `hostileTexts` until every payload that fits has occurred in the
 * company's description and in each field that has several values in a round, such as a board's
 * name.
 */
export const ALL_ROUNDS = Math.max(
  companyDescriptions.length,
  ...[
    devices,
    boardNames,
    categories,
    authors,
    notes,
    subjects,
    auditValues,
    views,
    excerpts,
    reasons,
  ].map(({ length }) => Math.ceil(length / FEW)),
);

/**
 * The number of companies after which a company's name and an admin's name have contained every
 * payload that fits.
 */
export const ALL_NAMES = Math.max(companyNames.length, adminNames.length);

const some = (texts: readonly string[], round: number, count = FEW) =>
  Array.from({ length: count }, (_, index) => one(texts, round * count + index));
const one = (texts: readonly string[], round: number) => texts[round % texts.length] ?? "";

/**
 * The number of items in each round after the first round. The first round has an item for every
 * title.
 */
const ITEMS_AGAIN = 6;

/**
 * Returns the texts of a round. In the first round, the titles and the descriptions of the items
 * contain all payloads. The other fields contain as many payloads as fit.
 */
export function hostileTexts(round: number): CompanyTexts {
  return {
    name: one(companyNames, round),
    description: one(companyDescriptions, round),
    website: `${SITE}${one(adminNames, round + 7)}`,
    adminName: one(adminNames, round),
    boards: some(boardNames, round).map((name, index) => ({
      name,
      description: one(boardDescriptions, round * FEW + index),
    })),
    categories: some(categories, round),
    items: (round === 0 ? titles : some(titles, round, ITEMS_AGAIN)).map((title, index) => ({
      title,
      description: descriptions[index] ?? title,
    })),
    comments: Array.from({ length: FEW }, (_, index) => ({
      author: one(authors, round * FEW + index),
      content: contents[index] ?? one(contents, round),
    })),
    notes: some(notes, round),
    audit: some(subjects, round).map((subject, index) => ({
      subject,
      key: one(devices, round * FEW + index),
      value: one(auditValues, round * FEW + index),
    })),
    views: some(views, round),
    rejections: some(excerpts, round).map((excerpt, index) => ({
      title: one(titles, round * FEW + index),
      excerpt,
      reason: one(reasons, round * FEW + index),
    })),
    devices: some(devices, round),
  };
}

/**
 * Returns texts of a round in which only the company's name, the website and the admin's name are
 * hostile.
 */
export function hostileNames(round: number): CompanyTexts {
  const { name, website, adminName } = hostileTexts(round);
  const board = { name: "Board", description: "" };
  const item = { title: "Item", description: "Text" };
  const none = {
    categories: [],
    comments: [],
    notes: [],
    audit: [],
    views: [],
    rejections: [],
    devices: [],
  };
  return { ...none, name, description: "", website, adminName, boards: [board], items: [item] };
}
