import type { ComponentType } from "react";
import { LandingSection } from "./LandingSection.tsx";
import { BoardIllustration } from "./illustrations/BoardIllustration.tsx";
import { BrandingIllustration } from "./illustrations/BrandingIllustration.tsx";
import { ChangelogIllustration } from "./illustrations/ChangelogIllustration.tsx";
import { PrivacyIllustration } from "./illustrations/PrivacyIllustration.tsx";
import { RoadmapIllustration } from "./illustrations/RoadmapIllustration.tsx";
import { TenantsIllustration } from "./illustrations/TenantsIllustration.tsx";

interface Pitch {
  readonly title: string;
  readonly text: string;
  readonly Picture: ComponentType;
}

/** The features to present (docs/specification.md "1. What the product does and for whom"). */
const PITCHES: readonly Pitch[] = [
  {
    title: "Interactive roadmaps",
    text: "Four columns show what is being evaluated, planned, developed and complete. Votes count right on the card.",
    Picture: RoadmapIllustration,
  },
  {
    title: "Feedback boards",
    text: "One place for requests. Customers find what others have asked for, add their vote and discuss the details.",
    Picture: BoardIllustration,
  },
  {
    title: "Public changelogs",
    text: "What is complete appears by itself, so that everyone who asked for it can see it arrive.",
    Picture: ChangelogIllustration,
  },
  {
    title: "Multi-tenant readiness",
    text: "Each company has a portal, an address and customers of its own. No company sees anything of another.",
    Picture: TenantsIllustration,
  },
  {
    title: "Custom branding",
    text: "Your logo, your colours and your domain. Text stays readable on every colour you choose.",
    Picture: BrandingIllustration,
  },
  {
    title: "Public or private boards",
    text: "Open a board to everyone, or keep it to the admins of your company until you are ready.",
    Picture: PrivacyIllustration,
  },
];

/** The six main features, each with an illustration. */
export function Pitches() {
  return (
    <LandingSection
      title="From the first request to the release"
      text="Collect what customers ask for, show them what comes of it, and keep all of it in one portal."
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
        {PITCHES.map(({ title, text, Picture }) => (
          <li
            key={title}
            className="late-76 flex flex-col overflow-hidden rounded-xl border bg-surface"
          >
            <div
              aria-hidden="true"
              className="flex h-44 items-center justify-center overflow-hidden border-b bg-sunken px-5 select-none"
            >
              <Picture />
            </div>
            <div className="p-5">
              <h3 className="text-base font-semibold">{title}</h3>
              <p className="mt-1 text-sm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </LandingSection>
  );
}
