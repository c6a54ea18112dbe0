import routeShapes from "lucide/dist/esm/icons/route.mjs";
import messagesSquareShapes from "lucide/dist/esm/icons/messages-square.mjs";
import layersShapes from "lucide/dist/esm/icons/layers.mjs";
import type { ReactNode } from "react";
import type { LandingPageContent } from "#contract/landingPage.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { usePortalLink } from "#web/app/api/usePortalLink.ts";
import { PortalIllustration } from "./PortalIllustration.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { createIcon } from "#web/ui/icons.ts";

const Layers = createIcon(layersShapes);
const MessagesSquare = createIcon(messagesSquareShapes);
const Route = createIcon(routeShapes);

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

/** The section with the three features in the landing page's content. */
export function Features({ content }: { content: LandingPageContent }) {
  const features = [
    { icon: MessagesSquare, title: content.featureTitle1, text: content.featureDescription1 },
    { icon: Route, title: content.featureTitle2, text: content.featureDescription2 },
    { icon: Layers, title: content.featureTitle3, text: content.featureDescription3 },
  ];
  return (
    <section id="features" aria-label="Features" className="@container border-b">
      <ul className="mx-auto grid w-full max-w-7xl gap-8 px-4 py-12 @2xl:px-6 @3xl:grid-cols-3 @3xl:gap-10">
        {features.map(({ icon: Icon, title, text }, index) => (
          <li key={index} className="min-w-0">
            <span className="flex size-10 items-center justify-center rounded-lg bg-primary-tint text-primary-text">
              <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
            </span>
            <h2 className="mt-4 text-base font-semibold wrap-break-word">{title}</h2>
            <p className="mt-1 max-w-prose text-base wrap-break-word text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ClosingCallProps {
  ctaText: string;
  /** Whether the section is rendered in a preview. */
  isPicture?: boolean;
}

/** The last section of the landing page, with the links to registration and login. */
export function ClosingCall({ ctaText, isPicture }: ClosingCallProps) {
  return (
    <section aria-labelledby="closing-call" className="@container border-t bg-surface">
      <div className="mx-auto flex w-full max-w-7xl flex-col items-center px-4 py-14 text-center @2xl:px-6 @2xl:py-20">
        <h2 id="closing-call" className="text-xl font-semibold">
          Give your customers a place to be heard
        </h2>
        <p className="mt-2 max-w-prose text-base text-balance text-muted">
          Your portal is ready as soon as you have signed up: add a board, share its address, and
          read what comes in.
        </p>
        <StartLinks ctaText={ctaText} className="mt-6 justify-center" isPicture={isPicture} />
      </div>
    </section>
  );
}

interface StartLinksProps {
  /**
   * The call to action in the landing page's content. It is the text of the link to registration.
   */
  ctaText: string;
  className?: string;
  /**
   * Whether the links are rendered in a preview, which displays the page for signed-out visitors.
   */
  isPicture?: boolean;
}

/**
 * Displays links to registration and to the demo portal or, if there is none, to the login. Signed-in
 * users get a link to the roadmap.
 */
function StartLinks({ ctaText, className, isPicture = false }: StartLinksProps) {
  const isSignedIn = useCurrentUser() !== null && !isPicture;
  const { demoSubdomain } = usePortal();
  const demo = usePortalLink(demoSubdomain ?? "");
  return (
    <div className={cn("flex flex-wrap gap-2", className)}>
      <Button
        asChild
        className="h-auto min-h-12 max-w-full px-6 py-2 text-base wrap-anywhere whitespace-normal"
      >
        <a href={isSignedIn ? "/roadmap" : "/register"}>
          {isSignedIn ? "Go to the roadmap" : ctaText}
        </a>
      </Button>
      {isSignedIn ? null : (
        <Button asChild variant="secondary" className="h-12 px-4 text-base">
          {demoSubdomain === null ? (
            <a href="/login">Log in</a>
          ) : (
            <a href={demo.href}>See a live demo</a>
          )}
        </Button>
      )}
    </div>
  );
}
