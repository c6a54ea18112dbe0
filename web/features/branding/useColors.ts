import { useState } from "react";
import { HEX_COLOR, INVALID_COLOR } from "#contract/branding.ts";
import type { SiteBrandingSettings } from "#contract/branding.ts";
import type { BrandColor } from "./companyColors.ts";

/** Colours by name, as text. */
export type Colors<Name extends keyof SiteBrandingSettings> = Readonly<Record<Name, string>>;

/** Matches the beginning of a hex colour, which is not an error while typing. */
const UNFINISHED = /^(?:#[0-9a-f]{0,6})?$/i;

/**
 * The state of the colour fields. Unsaved edits are stored separately from the saved colours, so a
 * refetch does not overwrite the edits.
 */
export function useColors<Name extends keyof SiteBrandingSettings>(
  fields: readonly BrandColor<Name>[],
  saved: Colors<Name>,
) {
  const [edited, setEdited] = useState<Partial<Colors<Name>>>({});
  const [isChecked, setIsChecked] = useState(false);
  const typed = colorsBy(fields, (name) => edited[name] ?? saved[name]);
  const isValid = (name: Name) => HEX_COLOR.test(typed[name]);
  return {
    /** The texts of the fields. */
    typed,
    /** The typed colours. An invalid colour is replaced by the saved colour. */
    valid: colorsBy(fields, (name) => (isValid(name) ? typed[name] : saved[name])),
    isDirty: fields.some(({ name }) => typed[name] !== saved[name]),
    // An unfinished colour has no error until the form is submitted.
    errorOf: (name: Name) =>
      !isValid(name) && (isChecked || !UNFINISHED.test(typed[name])) ? INVALID_COLOR : undefined,
    change: (name: Name, color: string) => setEdited({ ...edited, [name]: color }),
    reset: (colors: Colors<Name>) => setEdited(colors),
    /** Displays all errors and returns the name of the first invalid field. */
    check: (): Name | undefined => {
      setIsChecked(true);
      return fields.find(({ name }) => !isValid(name))?.name;
    },
  };
}

function colorsBy<Name extends keyof SiteBrandingSettings>(
  fields: readonly BrandColor<Name>[],
  colorOf: (name: Name) => string,
): Colors<Name> {
  return Object.fromEntries(fields.map(({ name }) => [name, colorOf(name)])) as Record<
    Name,
    string
  >;
}
