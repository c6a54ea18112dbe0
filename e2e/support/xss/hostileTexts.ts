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
  readonly audit: readonly { readonly subject: string; readonly key: string; readonly value: string }[];
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

/** The rounds in which every payload has been in every field. */
export const ALL_ROUNDS = Math.max(companyNames.length, adminNames.length, Math.ceil(devices.length / FEW));

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
    audit: some(subjects, round, 6).map((subject, index) => ({
      subject,
      key: one(devices, round * 6 + index),
      value: one(auditValues, round * 6 + index),
    })),
    devices: some(devices, round),
  };
}
