import { MAX_PICTURES, picturesOf } from "#contract/pictures.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { PlacedPicture } from "./importedPictures.queries.ts";
import { listImportedPictures, placeImportedPictures } from "./importedPictures.queries.ts";
import { UNKNOWN_SIZE } from "./sources/textPictures.ts";

/** The address of a picture in a text, with its size as the file gives it. */
const ADDRESS = /\/pictures\/([0-9a-f-]{36})\/(\d{1,4}x\d{1,4})\.webp/g;

/** A picture of another product that was not imported. */
const MISSING = new RegExp(
  `!\\[[^\\]]{0,300}\\]\\(/pictures/[0-9a-f-]{36}/${UNKNOWN_SIZE}\\.webp\\)`,
  "g",
);

/**
 * Returns records whose texts name the real sizes of the pictures that exist here. Other pictures keep
 * their address. With `isFinal`, pictures of other products that were not imported are left out.
 */
export async function withPictureSizes<T>(
  db: TenantDb,
  records: readonly T[],
  { isFinal }: { isFinal: boolean },
): Promise<readonly T[]> {
  const json = JSON.stringify(records);
  if (!json.includes("/pictures/")) return records;
  const { companyId } = db;
  const pictureIds = [...new Set(Array.from(json.matchAll(ADDRESS), ([, id = ""]) => id))];
  const found = await db.all(listImportedPictures, {
    companyId,
    pictureIds: pictureIds.filter((id) => UUID.test(id)),
  });
  const sizes = new Map(
    found.map(({ id, width, height }) => [id, `${String(width)}x${String(height)}`]),
  );
  const sized = json.replaceAll(
    ADDRESS,
    (_, id: string, size: string) => `/pictures/${id}/${sizes.get(id) ?? size}.webp`,
  );
  return JSON.parse(isFinal ? sized.replaceAll(MISSING, "") : sized) as T[];
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Place = Omit<PlacedPicture, "id">;

/** Puts the pictures of written texts into them, in the transaction that has written them. */
export async function placePicturesOf(
  db: TenantDb,
  texts: readonly (readonly [source: string | null | undefined, place: Place])[],
): Promise<void> {
  const places = texts.flatMap(([source, place]) =>
    picturesOf(source ?? "")
      .slice(0, MAX_PICTURES)
      .map((id): PlacedPicture => ({ id, ...place })),
  );
  if (places.length === 0) return;
  await db.all(placeImportedPictures, {
    companyId: db.companyId,
    places: JSON.stringify(places),
  });
}
