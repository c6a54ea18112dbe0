/** Maximum number of pixels of an uploaded PNG or JPEG, in millions. */
export const MAX_MEGAPIXELS = 24;

/** Why a logo is refused, with the messages (docs/specification.md "5. Validation rules"). */
export const LOGO_REFUSALS = {
  notAnImage: "Please select an image file",
  otherType: "Please select a PNG, JPG or SVG file",
  tooLarge: `The image must have at most ${String(MAX_MEGAPIXELS)} megapixels`,
  tooCostly: "This image takes too long to read",
  empty: "This SVG draws nothing",
};
export type LogoRefusal = keyof typeof LOGO_REFUSALS;
