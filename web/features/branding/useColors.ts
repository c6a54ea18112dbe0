import { useState } from "react";
import { hexColor } from "#contract/branding.ts";
import type { SiteBrandingSettings } from "#contract/branding.ts";
import type { BrandColor } from "./companyColors.ts";

/** Colours by name, as text. */
export type Colors<Name extends keyof SiteBrandingSettings> = Readonly<Record<Name, string>>;

/** The beginning of a hex colour: not an error while typing. */
const UNFINISHED = /^(?:#[0-9a-f]{0,6})?$/i;

/**
 * The error message for an invalid colour (docs/specification.md "5. Validation rules"); null for a
 * valid one.
 */
function colorError(color: string): string | null {
  return hexColor.safeParse(color).error?.issues[0]?.message ?? null;
}

/** The state of the colour fields: unsaved edits over the saved colours, which can be refetched. */
export function useColors<Name extends keyof SiteBrandingSettings>(
  fields: readonly BrandColor<Name>[],
  saved: Colors<Name>,
) {
  const [edited, setEdited] = useState<Partial<Colors<Name>>>({});
  const [isChecked, setIsChecked] = useState(false);
  const typed = colorsBy(fields, (name) => edited[name] ?? saved[name]);
  const errors = new Map(fields.map(({ name }) => [name, colorError(typed[name])]));
  return {
    /** The texts of the fields. */
    typed,
    /** The typed colours; invalid ones are replaced by the saved ones. */
    valid: colorsBy(fields, (name) => (errors.get(name) === null ? typed[name] : saved[name])),
    isDirty: fields.some(({ name }) => typed[name] !== saved[name]),
    // An unfinished colour has no error until the form is submitted.
    errorOf: (name: Name) =>
      isChecked || !UNFINISHED.test(typed[name]) ? (errors.get(name) ?? undefined) : undefined,
    change: (name: Name, color: string) => setEdited({ ...edited, [name]: color }),
    reset: (colors: Colors<Name>) => setEdited(colors),
    /** Displays all errors and returns the name of the first invalid field. */
    check: (): Name | undefined => {
      setIsChecked(true);
      return fields.find(({ name }) => errors.get(name) !== null)?.name;
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
