import type { BrandingSettings } from "#contract/branding.ts";
import type { OfferedBoard } from "#contract/importedCompany.ts";
import type { Logo } from "#server/platform/uploads/readPicture.ts";

/**
 * The company's boards, topics, settings and logo in an export of Hearback, or the boards in Canny.
 * An import uses the settings and the logo only if an admin chooses this.
 */
export interface OfferedCompany {
  /** The boards in their order, with the names by which the file's items refer to them. */
  boards: NamedBoard[];
  topics: string[];
  /**
   * Null if the forms in which admins change a company's settings would refuse the settings, or if
   * the export contains no valid settings.
   */
  settings: SettingsOfFile | null;
  logoType: Logo["contentType"] | null;
  /** Whether there is a logo for dark pages; missing in runs of earlier versions of the portal. */
  hasDarkLogo?: boolean;
  /**
   * Why the export's logo cannot be used; null if the logo is usable, or if the company has no
   * logo.
   */
  logoProblem: string | null;
}

export interface NamedBoard {
  name: string;
  board: OfferedBoard;
}

export interface SettingsOfFile {
  profile: {
    name: string;
    description: string | null;
    website: string | null;
    allowCustomerSignUp: boolean;
  };
  /** The colours that the company has set. */
  brandingSettings: Partial<BrandingSettings>;
}

/** The company's data, which a source yields at most once. */
export interface CompanyRecord {
  kind: "company";
  company: OfferedCompany;
  /** The logo in a form that is safe to store; null if there is no usable logo. */
  logo: Logo | null;
  /** The logo for dark pages in a form that is safe to store. Missing if it is not usable. */
  darkLogo?: Logo | null;
}

/** The names of the boards that are private in the other product. */
export function privateNames(company: OfferedCompany | undefined): ReadonlySet<string> {
  const boards = company?.boards ?? [];
  return new Set(boards.filter(({ board }) => board.isPrivate).map(({ name }) => name));
}
