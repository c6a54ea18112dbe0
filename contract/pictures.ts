import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { BLOCKED_ACCOUNT, CONFIRM_EMAIL_FIRST } from "./errors.ts";
import { pictureQuotaMessage } from "./quotas.ts";

/** The maximum number of pictures in a text. */
export const MAX_PICTURES = 10;

/** The largest width and height of a stored picture in pixels. */
export const PICTURE_PIXELS = 1600;

/** The width in pixels of the small form of a picture, which wide pictures have. */
export const SMALL_PICTURE_PIXELS = 640;

/** What a picture can be, as the browser's file dialog takes it. */
export const PICTURE_TYPES = "image/png,image/jpeg,image/webp,image/gif";

const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const SIZE = "[1-9]\\d{0,3}x[1-9]\\d{0,3}";

/** The address of an uploaded picture in its full size. */
export const PICTURE_URL = new RegExp(`^/pictures/${ID}/${SIZE}\\.webp$`);

/** A picture that was uploaded for a text. */
export const Picture = z.object({
  id: z.string(),
  /** The relative address, which contains the size: `/pictures/{id}/{width}x{height}.webp`. */
  url: z.string(),
  width: z.number(),
  height: z.number(),
});
export type Picture = z.output<typeof Picture>;

/** The bytes of a WebP file. */
export const PictureFile = z.string();

export function pictureUrl({ id, width, height }: Omit<Picture, "url">): string {
  return `/pictures/${id}/${String(width)}x${String(height)}.webp`;
}

/**
 * Returns the ids of the pictures whose addresses stand in a Markdown source. Addresses of other
 * hosts do not count. What Markdown would not draw, such as an address in code, counts as well, so
 * that no picture that is drawn can be missing.
 */
export function picturesOf(source: string): string[] {
  const addresses = source.matchAll(new RegExp(`(?<![\\w.:/%-])/pictures/(${ID})/`, "g"));
  return [...new Set(Array.from(addresses, ([, id = ""]) => id))];
}

export const picturesApi = {
  upload: endpoint({
    operationId: "uploadPicture",
    method: "POST",
    path: "/api/pictures",
    scope: "feedback:write",
    summary:
      "Uploads a picture for a text: PNG, JPEG, WebP or GIF. Until a text that contains its address is saved, only its uploader sees it, and it is deleted after a day.",
    upload: "file",
    response: Picture,
    status: 201,
    withoutInvalidation: true,
    notFound: "Company not found",
    errors: {
      403: [CONFIRM_EMAIL_FIRST, BLOCKED_ACCOUNT],
      409: [pictureQuotaMessage(1024)],
    },
  }),
  read: endpoint({
    operationId: "readPicture",
    method: "GET",
    path: "/pictures/:id/:file",
    scope: "feedback:read",
    summary:
      "A picture of a text, as WebP, for those who see the text. `file` is `{width}x{height}.webp` as in the picture's address, or `640.webp` for a form at most 640 pixels wide.",
    params: z.object({
      id: z.string().check(z.regex(new RegExp(`^${ID}$`))),
      file: z
        .string()
        .check(z.regex(new RegExp(`^(?:${SIZE}|${String(SMALL_PICTURE_PIXELS)})\\.webp$`))),
    }),
    response: PictureFile,
    image: true,
    status: 200,
    notFound: "Picture not found",
  }),
} as const;

const id = "0b9d2c4e-7f1a-4c58-9e63-2f8a5d1c7b40";

export const picturesExamples: ExamplesOf<typeof picturesApi> = {
  uploadPicture: {
    response: { id, url: `/pictures/${id}/1280x720.webp`, width: 1280, height: 720 },
  },
  readPicture: {
    params: { id, file: "1280x720.webp" },
    response: "The bytes of a WebP file",
  },
};
