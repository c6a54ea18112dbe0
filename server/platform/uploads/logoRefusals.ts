import type { HttpError } from "#server/platform/http/httpError.ts";
import { invalid } from "#server/platform/http/httpError.ts";

/** Creates a 400 with a message for the logo field. */
export function logoRefused(message: string): HttpError {
  return invalid({ logo: [message] });
}

/** Creates a 400 for a file that is not an image (docs/specification.md "5. Validation rules"). */
export function notAnImage(): HttpError {
  return logoRefused("Please select an image file");
}

/** Creates a 400 for an image of a type that logos cannot have. */
export function notALogoType(): HttpError {
  return logoRefused("Please select a PNG, JPG or SVG file");
}

/** Creates a 400 for a dangerous part of an SVG, which the message names. */
export function notAllowedInSvg(what: string): HttpError {
  return logoRefused(`This SVG contains something that is not allowed: ${what}`);
}

/** Creates a 400 for an SVG beyond the limits. */
export function svgTooComplex(): HttpError {
  return logoRefused("This SVG is too complex");
}
