import type { ImportKind } from "#contract/importRun.ts";
import { MAX_PICTURES, picturesOf } from "#contract/pictures.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { PlacedPicture } from "./importedPictures.queries.ts";
import { listImportedPictures, placeImportedPictures } from "./importedPictures.queries.ts";
import { listPlannedKeys } from "./importRecords.queries.ts";
import { UNKNOWN_SIZE } from "./sources/textPictures.ts";

/** The address of a picture in a text, with its size as the file gives it. */
const ADDRESS = /\/pictures\/([0-9a-f-]{36})\/(\d{1,4}x\d{1,4})\.webp/g;

/** A picture of another product, whose size is unknown until it is drawn. */
const UNSIZED = new RegExp(
  `!\\[[^\\]]{0,300}\\]\\(/pictures/([0-9a-f-]{36})/${UNKNOWN_SIZE}\\.webp\\)`,
  "g",
);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const KINDS_WITH_TEXTS: readonly ImportKind[] = [
  "item",
  "status_change",
  "comment",
  "changelog_entry",
];

/**
 * Returns records whose texts name the real sizes of the pictures that exist here. A picture of another
 * product that neither exists nor is planned is taken out of its text. Other addresses stay.
 * @param options.plannedIn the import whose dry run asks; missing in its run, which has written all
 * its pictures
 */
export async function withPictureSizes<T>(
  db: TenantDb,
  records: readonly T[],
  { kind, plannedIn }: { kind: ImportKind; plannedIn?: number },
): Promise<readonly T[]> {
  if (!KINDS_WITH_TEXTS.includes(kind)) return records;
  const json = JSON.stringify(records);
  if (!json.includes("/pictures/")) return records;
  const { companyId } = db;
  const ids = [...new Set(Array.from(json.matchAll(ADDRESS), ([, id = ""]) => id))].filter((id) =>
    UUID.test(id),
  );
  const found = await db.all(listImportedPictures, { companyId, pictureIds: ids });
  const planned =
    plannedIn === undefined
      ? []
      : await db.all(listPlannedKeys, {
          companyId,
          importId: plannedIn,
          recordKind: "picture",
          keys: ids,
        });
  const known = new Set([...found.map(({ id }) => id), ...planned.map(({ key }) => key)]);
  const sizes = new Map(
    found.map(({ id, width, height }) => [id, `${String(width)}x${String(height)}`]),
  );
  const sized = json
    .replaceAll(UNSIZED, (picture, id: string) => (known.has(id) ? picture : ""))
    .replaceAll(ADDRESS, (address, id: string, size: string) => {
      const real = sizes.get(id);
      // A longer address could make the text longer than it may be.
      if (real === undefined || real.length > size.length) return address;
      return `/pictures/${id}/${real}.webp`;
    });
  return JSON.parse(sized) as T[];
}

type Place = Omit<PlacedPicture, "id">;

/** Puts the pictures of written texts into them, in the transaction that has written them. */
export async function placePicturesOf(
  db: TenantDb,
  texts: readonly (readonly [source: string | null | undefined, place: Place])[],
): Promise<void> {
  const places: PlacedPicture[] = [];
  for (const [source, place] of texts)
    for (const id of picturesOf(source ?? "").slice(0, MAX_PICTURES)) places.push({ id, ...place });
  if (places.length === 0) return;
  await db.all(placeImportedPictures, {
    companyId: db.companyId,
    places: JSON.stringify(places),
  });
}
