import type { ReactNode } from "react";
import type { LandingPageContent } from "#contract/landingPage.ts";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { PortalIllustration } from "./illustrations/PortalIllustration.tsx";
import { StartLinks } from "./StartLinks.tsx";

interface HeroProps {
  content: LandingPageContent;
  /** Whether the section is rendered in a preview, in which the title is not a heading. */
  isPicture?: boolean;
}

/** The first section of the landing page, with title, texts and an illustration. */
export function Hero({ content, isPicture = false }: HeroProps) {
  const Title = isPicture ? "p" : "h1";
  return (
    <HeroFrame>
      <div className="min-w-0">
        <Title className="text-[clamp(2rem,1.4rem+2.6cqi,3.25rem)] leading-[1.08] font-semibold tracking-tight wrap-break-word">
          {content.title}
        </Title>
        <p className="mt-5 max-w-prose text-lg text-balance">{content.subtitle}</p>
        <p className="mt-3 max-w-prose text-base text-muted">{content.heroText}</p>
        <StartLinks ctaText={content.ctaText} className="mt-8" isPicture={isPicture} />
      </div>
    </HeroFrame>
  );
}

/** The skeleton of the first section. */
export function HeroSkeleton() {
  return (
    <HeroFrame>
      <SkeletonGroup label="Loading">
        <Skeleton className="h-10" />
        <Skeleton className="mt-3 h-10 w-2/3" />
        <Skeleton className="mt-6 h-6 w-5/6" />
        <Skeleton className="mt-4 h-5" />
        <Skeleton className="mt-2 h-5 w-3/4" />
        <Skeleton className="mt-8 h-12 w-48 rounded-lg" />
      </SkeletonGroup>
    </HeroFrame>
  );
}

function HeroFrame({ children }: { children: ReactNode }) {
  return (
    <div className="@container border-b bg-surface">
      <div className="mx-auto grid w-full max-w-7xl items-center gap-10 px-4 py-12 @2xl:px-6 @2xl:py-20 @5xl:grid-cols-2 @5xl:gap-14">
        {children}
        <PortalIllustration />
      </div>
    </div>
  );
}
