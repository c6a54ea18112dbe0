import buildingShapes from "lucide/dist/esm/icons/building.mjs";
import { cn } from "#web/ui/cn.ts";
import type { IconComponent } from "#web/ui/icons.ts";
import { Lock, createIcon } from "#web/ui/icons.ts";
import { LandingSection } from "./LandingSection.tsx";
import brandDark from "./pictures/brand-dark.webp";
import brandLight from "./pictures/brand-light.webp";
import changelogDark from "./pictures/changelog-dark.webp";
import changelogLight from "./pictures/changelog-light.webp";
import listDark from "./pictures/list-dark.webp";
import listLight from "./pictures/list-light.webp";
import roadmapDark from "./pictures/roadmap-dark.webp";
import roadmapLight from "./pictures/roadmap-light.webp";

const Building = createIcon(buildingShapes);

interface Pitch {
  readonly title: string;
  readonly text: string;
}

/** A pitch with a picture of the demo portal in both themes (`npm run pictures`). */
interface ShownPitch extends Pitch {
  readonly picture: Readonly<Record<"alt" | "light" | "dark", string>>;
}

interface IconPitch extends Pitch {
  readonly Icon: IconComponent;
}

/** Four of the six features (docs/specification.md "1. What the product does and for whom"). */
const SHOWN_PITCHES: readonly ShownPitch[] = [
  {
    title: "Feedback boards",
    text: "One place for requests. Customers find what others have asked for, add their vote and discuss the details.",
    picture: { alt: "A list of requests with their votes", light: listLight, dark: listDark },
  },
  {
    title: "Interactive roadmaps",
    text: "Four columns show what is being evaluated, planned, developed and complete. Votes count right on the card.",
    picture: { alt: "A roadmap with four columns", light: roadmapLight, dark: roadmapDark },
  },
  {
    title: "Public changelogs",
    text: "What is complete appears by itself, so that everyone who asked for it can see it arrive.",
    picture: {
      alt: "A changelog with the requests that are complete",
      light: changelogLight,
      dark: changelogDark,
    },
  },
  {
    title: "Custom branding",
    text: "Your logo, your colours and your domain. Text stays readable on every colour you choose.",
    picture: {
      alt: "The portal of another company, in its own colours",
      light: brandLight,
      dark: brandDark,
    },
  },
];

/** The other two features. */
const ICON_PITCHES: readonly IconPitch[] = [
  {
    title: "Multi-tenant readiness",
    text: "Each company has a portal, an address and customers of its own. No company sees anything of another.",
    Icon: Building,
  },
  {
    title: "Public or private boards",
    text: "Open a board to everyone, or keep it to the admins of your company until you are ready.",
    Icon: Lock,
  },
];

/** The six main features. */
export function Pitches() {
  return (
    <LandingSection
      title="From the first request to the release"
      text="Collect what customers ask for, show them what comes of it, and keep all of it in one portal."
    >
      <ul className="grid gap-12 md:grid-cols-2 md:gap-x-6 lg:gap-16">
        {SHOWN_PITCHES.map((pitch) => (
          <PitchRow key={pitch.title} pitch={pitch} />
        ))}
        {ICON_PITCHES.map(({ title, text, Icon }) => (
          <li key={title} className="flex gap-4 rounded-xl border bg-surface p-5">
            <Icon
              aria-hidden="true"
              className="size-5 shrink-0 text-primary-text"
              strokeWidth={1.75}
            />
            <PitchText title={title} text={text} />
          </li>
        ))}
      </ul>
    </LandingSection>
  );
}

/** A feature beside its picture. The picture is at the right and at the left in turn. */
function PitchRow({ pitch: { title, text, picture } }: { pitch: ShownPitch }) {
  return (
    <li className="group col-span-full grid items-center gap-5 lg:grid-cols-5 lg:gap-12">
      <div className="lg:col-span-2 lg:group-even:order-last">
        <PitchText title={title} text={text} />
      </div>
      <div className="overflow-hidden rounded-xl border bg-surface lg:col-span-3">
        <Picture {...picture} className="dark:hidden" source={picture.light} />
        <Picture {...picture} className="hidden dark:block" source={picture.dark} />
      </div>
    </li>
  );
}

function PitchText({ title, text }: Pitch) {
  return (
    <div>
      <h3 className="text-lg font-semibold">{title}</h3>
      <p className="mt-1 max-w-prose text-base text-muted">{text}</p>
    </div>
  );
}

/**
 * A picture of a page. Phones show its left part, because the whole would be too small to read. The
 * browser does not load a lazy picture that the theme hides.
 */
function Picture({ alt, source, className }: { alt: string; source: string; className: string }) {
  return (
    <img
      src={source}
      alt={alt}
      width={1280}
      height={823}
      loading="lazy"
      decoding="async"
      className={cn("h-auto w-full min-w-144", className)}
    />
  );
}
