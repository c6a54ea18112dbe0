import type { ExportedCompany } from "#contract/exportFormat.ts";
import { addPeople, findExportedCompany, listMemberIds } from "./exportedRows.queries.ts";
import type { StepPosition } from "./exportProgress.ts";
import type { ExportSource, Piece, StepSlice } from "./exportStep.ts";

const EXTENSIONS = { "image/png": "png", "image/jpeg": "jpg", "image/svg+xml": "svg" } as const;

const DARK_LOGO_FILE = "data/logo-dark.png";

/** Exports the company's settings and its logos. */
export async function exportCompany({ tenant, companyId }: ExportSource): Promise<StepSlice> {
  const found = await tenant.first(findExportedCompany, { companyId });
  if (!found) throw new Error("The company was deleted");
  const { logo: picture, darkLogo: darkPicture, contentType, ...settings } = found;
  const logo =
    contentType === null ? null : { file: `data/logo.${EXTENSIONS[contentType]}`, contentType };
  const darkLogo = darkPicture && { file: DARK_LOGO_FILE };
  const company: ExportedCompany = { ...settings, logo, darkLogo };
  const pieces: Piece[] = [
    {
      file: "data/company.jsonl",
      content: Buffer.from(`${JSON.stringify(company)}\n`),
      records: 1,
    },
  ];
  if (logo && picture) pieces.push({ file: logo.file, content: picture, records: null });
  if (darkPicture) pieces.push({ file: DARK_LOGO_FILE, content: darkPicture, records: null });
  return { pieces, rows: 0, next: null };
}

/**
 * The roles in alphabetical order. Accounts are listed by role and id, so a position consists of
 * the index of a role and the id of an account.
 */
const ROLES = ["company_admin", "super_admin", "user"];

const MEMBERS = 5_000;

/** Adds the company's accounts, except those of imported people, to the people of the export. */
export async function addMembers(
  { tenant, system, companyId, exportId }: ExportSource,
  after: StepPosition | null,
): Promise<StepSlice> {
  const [role, afterId] = after ?? [0, 0];
  const members = await tenant.all(listMemberIds, {
    companyId,
    afterRole: ROLES[role] ?? "",
    afterId,
    rows: MEMBERS,
  });
  const userIds = members.map(({ id }) => id);
  await system.all(addPeople, { companyId, exportId, userIds });
  const last = members.length === MEMBERS ? members.at(-1) : undefined;
  const next: StepPosition | null = last ? [ROLES.indexOf(last.role), last.id] : null;
  return { pieces: [], rows: 0, next };
}
