/** Maximum number of pixels of an uploaded picture, in millions. SVGs have no limit. */
export const MAX_MEGAPIXELS = 24;

/** Maximum number of frames of an animation in a text. */
export const MAX_FRAMES = 200;

/** Maximum number of pixels of all frames of an animation, in millions. */
export const MAX_ANIMATED_MEGAPIXELS = 80;

/** Why a picture is refused, with the messages (docs/specification.md "5. Validation rules"). */
export const PICTURE_REFUSALS = {
  notAnImage: "Please select an image file",
  tooLarge: `The image must have at most ${String(MAX_MEGAPIXELS)} megapixels`,
  tooLong: `The animation must have at most ${String(MAX_FRAMES)} frames`,
  tooLargeAnimation: `The frames of the animation must have at most ${String(MAX_ANIMATED_MEGAPIXELS)} megapixels together`,
  tooManyBytes: "This animation is too large",
  tooCostly: "This image takes too long to read",
  empty: "This SVG draws nothing",
};
export type PictureRefusal = keyof typeof PICTURE_REFUSALS;
