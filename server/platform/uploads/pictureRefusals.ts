/** Maximum number of pixels of an uploaded picture, in millions. SVGs have no limit. */
export const MAX_MEGAPIXELS = 24;

/** Why a picture is refused, with the messages (docs/specification.md "5. Validation rules"). */
export const PICTURE_REFUSALS = {
  notAnImage: "Please select an image file",
  tooLarge: `The image must have at most ${String(MAX_MEGAPIXELS)} megapixels`,
  tooCostly: "This image takes too long to read",
  empty: "This SVG draws nothing",
};
export type PictureRefusal = keyof typeof PICTURE_REFUSALS;
