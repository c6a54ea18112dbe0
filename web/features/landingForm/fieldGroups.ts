import type { LandingPageContent } from "#contract/landingPage.ts";

/** A field of the landing page form. */
export interface LandingField {
  readonly name: keyof LandingPageContent;
  readonly label: string;
  /** Minimum number of lines; absent for a single-line field. */
  readonly rows?: 2 | 3;
  readonly help?: string;
}

/** The fields of the first section. */
export const HERO_FIELDS: readonly LandingField[] = [
  { name: "title", label: "Title" },
  {
    name: "subtitle",
    label: "Subtitle",
    rows: 2,
    help: "Search engines and link previews show it, too.",
  },
  { name: "heroText", label: "Hero text", rows: 3 },
];

/** The fields of the three features. */
export const FEATURE_FIELDS: readonly LandingField[] = [
  { name: "featureTitle1", label: "Feature title 1" },
  { name: "featureDescription1", label: "Feature description 1", rows: 3 },
  { name: "featureTitle2", label: "Feature title 2" },
  { name: "featureDescription2", label: "Feature description 2", rows: 3 },
  { name: "featureTitle3", label: "Feature title 3" },
  { name: "featureDescription3", label: "Feature description 3", rows: 3 },
];

/** The fields of the call to action. */
export const CALL_FIELDS: readonly LandingField[] = [
  { name: "ctaText", label: "CTA text", help: "On the button that leads to registration." },
];
