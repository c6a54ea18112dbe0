import { useState } from "react";
import { DEFAULT_BRANDING, HEX_COLOR, INVALID_COLOR } from "#contract/branding.ts";
import type { BrandingSettings, SiteBrandingSettings } from "#contract/branding.ts";
import type { BrandColor } from "./companyColors.ts";
import { paletteOf } from "./paletteOf.ts";
import { sixDigits } from "./sixDigits.ts";

/** Colours by name, as text. */
export type Colors<Name extends keyof SiteBrandingSettings> = Readonly<Record<Name, string>>;

/** Matches the beginning of a hex colour. It is not an error while the user is typing. */
const UNFINISHED = /^(?:#[0-9a-f]{0,6})?$/i;

/**
 * Manages the colour fields. Unsaved edits are stored separately from the saved colours, so a
 * refetch does not overwrite the edits. After a change of the primary colour, colours that match
 * the former primary colour are derived from the new primary colour. Colours that an admin has
 * changed do not change with the primary colour.
 */
export function useColors<Name extends keyof SiteBrandingSettings>(
  fields: readonly BrandColor<Name>[],
  saved: Colors<Name> & BrandingSettings,
) {
  const [edited, setEdited] = useState<Partial<Colors<Name>>>({});
  // The last valid primary colour is stored separately, because the text in the field can be
  // invalid while it is edited.
  const [typedPrimary, setTypedPrimary] = useState<string | null>(null);
  const primary = typedPrimary ?? saved.primaryColor;
  const [matchesAll, setMatchesAll] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const unedited = (name: Name): string => {
    if (primary === saved.primaryColor && !matchesAll) return saved[name];
    const follows = matchesAll || derivedColor(name, saved.primaryColor) === sixDigits(saved[name]);
    return (follows ? derivedColor(name, primary) : undefined) ?? saved[name];
  };
  const typed = colorsBy(fields, (name) => edited[name] ?? unedited(name));
  const chosen = fields.filter((field) => !isDerived(field));
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
    change: (name: Name, color: string) => {
      setEdited({ ...edited, [name]: color });
      if (name === "primaryColor" && HEX_COLOR.test(color)) setTypedPrimary(color);
    },
    /** Whether at least one field differs from its value derived from the primary colour. */
    hasCustomColors: fields.some(({ name }) => {
      const derived = derivedColor(name, primary);
      return derived !== undefined && derived !== sixDigits(typed[name]);
    }),
    /** Derives all colours that can be derived from the primary colour. */
    matchPrimary: () => {
      setEdited(colorsBy(chosen, (name) => typed[name]));
      setMatchesAll(true);
    },
    reset: (colors: Colors<Name> & BrandingSettings) => {
      setEdited(colorsBy(chosen, (name) => colors[name]));
      setTypedPrimary(colors.primaryColor);
      setMatchesAll(true);
    },
    /** Displays all errors and returns the name of the first invalid field. */
    check: (): Name | undefined => {
      setIsChecked(true);
      return fields.find(({ name }) => !isValid(name))?.name;
    },
  };
}

/**
 * Returns the colour derived from a primary colour; undefined for a colour that is never derived.
 */
function derivedColor(name: keyof SiteBrandingSettings, primary: string): string | undefined {
  return (paletteOf(primary) as Partial<Colors<keyof SiteBrandingSettings>>)[name];
}

/** Whether the colour is derived from the primary colour until an admin changes it. */
export function isDerived({ name }: { name: keyof SiteBrandingSettings }): boolean {
  return derivedColor(name, DEFAULT_BRANDING.primaryColor) !== undefined;
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
