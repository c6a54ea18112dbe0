import { useQuery } from "@tanstack/react-query";
import type { LandingPageContent } from "#contract/landingPage.ts";
import { ClosingCall, Features, Hero } from "#web/features/landingPage/editableSections.tsx";
import type { LandingPictures } from "#web/features/landingPage/LandingForm.tsx";
import {
  LandingForm,
  LandingFormSkeleton,
  landingPageQuery,
} from "#web/features/landingPage/LandingForm.tsx";
import { AdminConsoleLayout } from "#web/app/layout/AdminConsoleLayout.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import type { PageContext } from "./pageModule.ts";

/**
 * The page /admin/landing-page with the landing page's texts and a preview (docs/specification.md
 * "/admin/landing-page (super admin only)").
 */
export function Component() {
  return (
    <AdminConsoleLayout title="Landing Page">
      <LandingIntro />
    </AdminConsoleLayout>
  );
}

/** Preloads the landing page's texts. */
export async function preloads({ client }: PageContext): Promise<void> {
  await Promise.allSettled([client.query(landingPageQuery)]);
}

function LandingIntro() {
  return (
    <LoadedContent
      query={useQuery(landingPageQuery)}
      skeleton={<LandingFormSkeleton />}
      errorMessage="Failed to fetch landing page content"
    >
      {(content) => <LandingForm content={content} renderPictures={pictures} />}
    </LoadedContent>
  );
}

function pictures(content: LandingPageContent): LandingPictures {
  return {
    hero: <Hero content={content} isPicture />,
    features: <Features content={content} />,
    call: <ClosingCall ctaText={content.ctaText} isPicture />,
  };
}
