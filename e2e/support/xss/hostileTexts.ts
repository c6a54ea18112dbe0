import { FOREIGN_HOST } from "./hook.ts";
import { packTexts } from "./packTexts.ts";
import { payloads } from "./payloads.ts";

/** What people have written in one company's portal, by who wrote it and where. */
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
  /** What browsers say of themselves and proxies of them, shown in the list of sessions. */
  readonly devices: readonly string[];
}

/** How every website begins; what follows may be anything that an address takes. */
const SITE = `https://${FOREIGN_HOST}/`;

/** How many of the short fields one company has. */
const FEW = 12;

/** Every payload in fields of at most so many characters, in as few as hold them; each field begins with another payload. */
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

/** The rounds in which every payload has been in every field of which a company has several, and in its description. */
export const ALL_ROUNDS = Math.max(
  companyDescriptions.length,
  ...[devices, boardNames, categories, authors, notes, subjects, auditValues].map(({ length }) =>
    Math.ceil(length / FEW),
  ),
);

/** The companies after which every payload has been the name of one and of its admin. */
export const ALL_NAMES = Math.max(companyNames.length, adminNames.length);

const some = (texts: readonly string[], round: number, count = FEW) =>
  Array.from({ length: count }, (_, index) => one(texts, round * count + index));
const one = (texts: readonly string[], round: number) => texts[round % texts.length] ?? "";

/** What the pages of an item, the roadmap and the changelog show. */
const ITEMS_AGAIN = 6;

/** The texts of a round: every payload in the titles and descriptions of the first, and in the other fields as many as have room. */
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
    devices: some(devices, round),
  };
}

/** A company of which only the names are hostile that there is one of. */
export function hostileNames(round: number): CompanyTexts {
  const { name, website, adminName } = hostileTexts(round);
  const board = { name: "Board", description: "" };
  const item = { title: "Item", description: "Text" };
  const none = { categories: [], comments: [], notes: [], audit: [], devices: [] };
  return { ...none, name, description: "", website, adminName, boards: [board], items: [item] };
}
