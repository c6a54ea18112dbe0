import type { BrandingSettings } from "#contract/branding.ts";
import type { OfferedBoard } from "#contract/importedCompany.ts";
import type { Logo } from "#server/platform/uploads/readLogo.ts";

/** What an export of Hearback contains besides records. Nothing of it is taken over by itself. */
export interface OfferedCompany {
  /** The boards in their order. The names are what items of the file call their boards. */
  boards: NamedBoard[];
  topics: string[];
  /** Null if the forms of the company's settings would refuse them. */
  settings: OfferedSettings | null;
  logoType: Logo["contentType"] | null;
  /** Why there is no logo; null if there is one, or if the company has none. */
  logoProblem: string | null;
}

export interface NamedBoard {
  name: string;
  board: OfferedBoard;
}

export interface OfferedSettings {
  profile: {
    name: string;
    description: string | null;
    website: string | null;
    allowCustomerSignUp: boolean;
  };
  /** The colours that the company has set. */
  brandingSettings: Partial<BrandingSettings>;
}

/** What a source yields besides records, at most once. */
export interface CompanyRecord {
  kind: "company";
  company: OfferedCompany;
  /** A picture that is safe to store. */
  logo: Logo | null;
}

/** The names of the boards that are private where they come from. */
export function privateNames(company: OfferedCompany | undefined): ReadonlySet<string> {
  const boards = company?.boards ?? [];
  return new Set(boards.filter(({ board }) => board.isPrivate).map(({ name }) => name));
}
