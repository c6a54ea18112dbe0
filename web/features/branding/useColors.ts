import { useState } from "react";
import { hexColor } from "#contract/branding.ts";
import type { SiteBrandingSettings } from "#contract/branding.ts";
import type { BrandColor } from "./companyColors.ts";

/** Colours by name, as text. */
export type Colors<Name extends keyof SiteBrandingSettings> = Readonly<Record<Name, string>>;

/** What becomes a colour when one types on. */
const UNFINISHED = /^(?:#[0-9a-f]{0,6})?$/i;

/**
 * The message of docs/specification.md "5. Validation rules" for what is no colour; null for what
 * is one.
 */
function complaintAbout(color: string): string | null {
  return hexColor.safeParse(color).error?.issues[0]?.message ?? null;
}

/** Colours being edited on top of the saved ones, which may change meanwhile. */
export function useColors<Name extends keyof SiteBrandingSettings>(
  fields: readonly BrandColor<Name>[],
  saved: Colors<Name>,
) {
  const [edited, setEdited] = useState<Partial<Colors<Name>>>({});
  const [isChecked, setIsChecked] = useState(false);
  const typed = colorsBy(fields, (name) => edited[name] ?? saved[name]);
  const complaints = new Map(fields.map(({ name }) => [name, complaintAbout(typed[name])]));
  return {
    /** What stands in the fields. */
    typed,
    /** The same with the saved colour wherever the text is none. */
    valid: colorsBy(fields, (name) => (complaints.get(name) === null ? typed[name] : saved[name])),
    isDirty: fields.some(({ name }) => typed[name] !== saved[name]),
    // Nobody is told off in the middle of typing.
    errorOf: (name: Name) =>
      isChecked || !UNFINISHED.test(typed[name]) ? (complaints.get(name) ?? undefined) : undefined,
    change: (name: Name, color: string) => setEdited({ ...edited, [name]: color }),
    reset: (colors: Colors<Name>) => setEdited(colors),
    /** Shows every complaint; gives the name of the first field that has one. */
    check: (): Name | undefined => {
      setIsChecked(true);
      return fields.find(({ name }) => complaints.get(name) !== null)?.name;
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
