import type { ObjectStoreConfig } from "#server/platform/config/objectStoreConfig.ts";
import type { ObjectStore } from "./objectStore.ts";
import { openObjectStore } from "./objectStore.ts";

/** Which of the two files of a picture. */
export type PictureSize = "full" | "small";

/** Returns the name of a picture's file in the store, which contains no name of a person. */
export const objectKey = (companyId: number, id: string, size: PictureSize): string =>
  `pictures/${String(companyId)}/${id}/${size}.webp`;

/**
 * Opens the store of a picture that is not in the database.
 * @throws Error if the installation has no store any more
 */
export function storeOf(config: ObjectStoreConfig | undefined): ObjectStore {
  if (!config)
    throw new Error("A picture is in an S3-compatible store, but S3_ENDPOINT is not set");
  return openObjectStore(config);
}
