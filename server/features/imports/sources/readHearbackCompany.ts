import { boardSlug, proposeSlug } from "#contract/boards.ts";
import { CompanyProfile, LOGO_MAX_BYTES } from "#contract/companySettings.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import type { Logo } from "#server/platform/uploads/readPicture.ts";
import { readLogo } from "#server/platform/uploads/readPicture.ts";
import type { ValueOf } from "./hearbackRows.ts";
import { rowsOf } from "./hearbackRows.ts";
import type { CompanyRecord, NamedBoard, SettingsOfFile } from "./offeredCompany.ts";
import type { ZipTexts } from "./readZip.ts";
import { checkOptionalText, RecordProblem, requireLine } from "./recordChecks.ts";
import { UnreadableFile } from "./source.ts";

const COMPANY = "data/company.jsonl";
const BOARDS = "data/boards.jsonl";
const TOPICS = "data/board-categories.jsonl";

/** The files that describe the company. Their records are kept in memory. */
export const COMPANY_FILES = [COMPANY, BOARDS, TOPICS] as const;
const DARK_LOGO_FILE = "data/logo-dark.png";

/** The possible names of the logos' files. */
export const LOGO_FILES = [
  "data/logo.png",
  "data/logo.jpg",
  "data/logo.svg",
  DARK_LOGO_FILE,
] as const;

/**
 * The maximum number of boards, and of topics, in an export. They are kept in memory and stored in
 * the row of the import.
 */
const MAX_NAMES = 1_000;
const [MAX_BOARD, MAX_TOPIC, MAX_DESCRIPTION] = [80, 60, 500];

/** The company of an export, and the boards and topics to which the export's other files refer. */
export interface CompanyParts {
  record: CompanyRecord;
  boards: ReadonlyMap<number, NamedBoard>;
  /** The names of the topics. */
  topics: ReadonlyMap<number, string>;
}

/**
 * Reads the boards, the topics, the settings and the logo of an export. The file is not trusted:
 * the logo is converted like an uploaded logo, and settings that a form would refuse are left out.
 * @throws UnreadableFile
 */
export async function readHearbackCompany(zip: ZipTexts): Promise<CompanyParts> {
  const boards = withDistinctNames(await readById(zip, BOARDS, boardOf));
  const topics = await readById(zip, TOPICS, ({ name }) => requireLine(name, "Name", MAX_TOPIC));
  let company: ValueOf<typeof COMPANY> | null = null;
  for await (const { value } of rowsOf(zip, COMPANY)) company ??= value;
  const { logo, logoProblem } = await readLogoOf(zip, company?.logo);
  const dark = logo ? await readLogoOf(zip, company?.darkLogo) : { logo: null, logoProblem: null };
  const record: CompanyRecord = {
    kind: "company",
    company: {
      boards: [...boards.values()],
      topics: [...new Set(topics.values())],
      settings: company && settingsOf(company),
      logoType: logo?.contentType ?? null,
      hasDarkLogo: dark.logo !== null,
      logoProblem: logoProblem ?? dark.logoProblem,
    },
    logo,
    darkLogo: dark.logo,
  };
  return { record, boards, topics };
}

/** Reads the records of a file by their ids. A record that `valueOf` refuses is left out. */
async function readById<File extends typeof BOARDS | typeof TOPICS, T>(
  zip: ZipTexts,
  file: File,
  valueOf: (row: ValueOf<File>) => T,
): Promise<Map<number, T>> {
  const found = new Map<number, T>();
  for await (const { value } of rowsOf(zip, file)) {
    if (!value) continue;
    if (found.has(value.id)) throw new UnreadableFile(`${file} has a record twice`);
    const accepted = ifValid(() => valueOf(value));
    if (accepted !== undefined) found.set(value.id, accepted);
    if (found.size > MAX_NAMES)
      throw new UnreadableFile(`${file} has more than ${String(MAX_NAMES)} records`);
  }
  return found;
}

/** Calls `read` and returns its result, or undefined if a text is not valid. */
function ifValid<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RecordProblem) return undefined;
    throw error;
  }
}

interface OrderedBoard extends NamedBoard {
  orderIndex: number;
}

function boardOf(row: ValueOf<typeof BOARDS>): OrderedBoard {
  const name = requireLine(row.name, "Name", MAX_BOARD);
  const description =
    ifValid(() => checkOptionalText(row.description, "Description", MAX_DESCRIPTION)) ?? null;
  const slug = boardSlug.safeParse(row.slug).data ?? proposeSlug(name);
  const { orderIndex, isPrivate } = row;
  return { name, orderIndex, board: { name, slug, description, isPrivate } };
}

/**
 * Sorts boards. If several boards have the same name, adds their slugs to the names, because the
 * admin chooses by name what a board stands for.
 */
function withDistinctNames(
  boards: ReadonlyMap<number, OrderedBoard>,
): ReadonlyMap<number, NamedBoard> {
  const sorted = [...boards].toSorted(
    ([id, one], [otherId, other]) => one.orderIndex - other.orderIndex || id - otherId,
  );
  const sameNames = Map.groupBy(sorted, ([, { name }]) => name);
  const distinct = ({ name, board: { slug } }: OrderedBoard): string =>
    sameNames.get(name)?.length === 1
      ? name
      : `${name.slice(0, MAX_BOARD - slug.length)} (${slug})`;
  return new Map(
    sorted.map(([id, ordered]) => [id, { name: distinct(ordered), board: ordered.board }]),
  );
}

/**
 * Returns the settings, or null if the forms in which admins change a company's settings would
 * refuse them.
 */
function settingsOf(company: ValueOf<typeof COMPANY>): SettingsOfFile | null {
  const { name, description, website, allowCustomerSignUp, brandingSettings } = company;
  const given = { name, description, website, allowCustomerSignUp };
  const { data: profile } = CompanyProfile.safeParse(given);
  if (profile?.name === undefined) return null;
  return {
    profile: {
      name: profile.name,
      description: profile.description ?? null,
      website: profile.website ?? null,
      allowCustomerSignUp,
    },
    brandingSettings,
  };
}

type FoundLogo = Pick<CompanyRecord, "logo"> & { logoProblem: string | null };

async function readLogoOf(
  zip: ZipTexts,
  named: { readonly file: string } | null | undefined,
): Promise<FoundLogo> {
  if (!named) return { logo: null, logoProblem: null };
  const file = LOGO_FILES.find((name) => name === named.file);
  const bytes = file && zip.find(file)?.bytes;
  if (file === undefined || bytes === undefined)
    return { logo: null, logoProblem: "The logo is missing" };
  if (bytes > LOGO_MAX_BYTES) return { logo: null, logoProblem: "The logo is too large" };
  try {
    return { logo: await convert(zip, file), logoProblem: null };
  } catch (error) {
    if (error instanceof HttpError) return { logo: null, logoProblem: error.message };
    throw error;
  }
}

async function convert(zip: ZipTexts, file: string): Promise<Logo> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zip.readBytes(file)) pieces.push(piece);
  return readLogo(Buffer.concat(pieces));
}
