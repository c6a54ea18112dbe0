import { useState } from "react";
import type { BrandingSettings, SiteBrandingSettings } from "#contract/branding.ts";
import { DEFAULT_BRANDING, HEX_COLOR, INVALID_COLOR } from "#contract/branding.ts";
import { BLACK, blackOrWhiteOn, mix } from "#contract/color.ts";

/** A colour field of the form. */
export interface BrandColor<Name extends keyof SiteBrandingSettings> {
  readonly name: Name;
  readonly label: string;
  /** A text that says where the colour is used. */
  readonly help: string;
}

/**
 * The fields for a company's six colours. The installation has a seventh colour
 * (docs/specification.md "/admin/brand-settings").
 */
export const COMPANY_COLORS: readonly BrandColor<keyof BrandingSettings>[] = [
  {
    name: "primaryColor",
    label: "Primary",
    help: "Buttons, links and votes. Other colours that match it change with it.",
  },
  { name: "secondaryColor", label: "Secondary", help: "Quiet surfaces and marks." },
  { name: "accentColor", label: "Accent", help: "Highlights." },
  { name: "menuActiveColor", label: "Menu active", help: "The current entry of a menu." },
  { name: "menuHoverColor", label: "Menu hover", help: "An entry under the pointer." },
  { name: "buttonTextColor", label: "Button text", help: "Text on buttons." },
];

/**
 * The fields for the installation's seven colours (docs/specification.md "/admin/brand-settings").
 */
export const SITE_COLORS: readonly BrandColor<keyof SiteBrandingSettings>[] = [
  ...COMPANY_COLORS,
  {
    name: "authBackgroundColor",
    label: "Auth pages background",
    help: "Right section of login and register.",
  },
];

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

/** The colours that are derived from the primary colour until an admin changes them. */
type DerivedColors = Omit<BrandingSettings, "primaryColor">;

const {
  primaryColor: defaultPrimary,
  authBackgroundColor: _,
  ...DEFAULT_PALETTE
} = DEFAULT_BRANDING;

/**
 * Derives five colours from a valid primary colour. A dark primary colour gets white button text
 * and lighter secondary and accent colours. A light primary colour gets black button text and
 * darker secondary and accent colours. The button text is readable on the primary colour. The
 * default primary colour gets the default colours.
 */
export function paletteOf(primaryColor: string): DerivedColors {
  if (sixDigits(primaryColor) === defaultPrimary) return DEFAULT_PALETTE;
  const buttonTextColor = blackOrWhiteOn(primaryColor);
  const accentColor = mix(primaryColor, buttonTextColor, 0.15);
  return {
    secondaryColor: mix(primaryColor, buttonTextColor, 0.35),
    accentColor,
    menuActiveColor: mix(primaryColor, BLACK, 0.15),
    menuHoverColor: accentColor,
    buttonTextColor,
  };
}

/**
 * Converts a valid hex colour to six lower-case digits, as the browser's colour picker requires.
 */
export function sixDigits(color: string): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
  const digits = short ? short.slice(1).flatMap((digit) => [digit, digit]) : [color.slice(1)];
  return `#${digits.join("").toLowerCase()}`;
}
