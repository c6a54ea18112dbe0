import { useQuery } from "@tanstack/react-query";
import type { LandingPageContent } from "#contract/landingPage.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import {
  ClosingCall,
  Features,
  Hero,
  HeroSkeleton,
} from "#web/features/landingPage/editableSections.tsx";
import { Announcements, Faqs } from "#web/features/landingPage/LandingSection.tsx";
import { Pitches } from "#web/features/landingPage/Pitches.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import type { PageContext } from "./pageModule.ts";

const contentQuery = apiQuery("/api/admin/landing-page");
const faqsQuery = apiQuery("/api/admin/faqs");
const announcementsQuery = apiQuery("/api/admin/announcements");

/**
 * The page / on the product's own host and on preview hosts. It presents the product
 * (docs/specification.md "1. What the product does and for whom").
 */
export function Component() {
  const { data: content, isPending, isFetching, refetch } = useQuery(contentQuery);
  return (
    <>
      <PageMeta description={content?.subtitle} />
      {isPending ? <HeroSkeleton /> : null}
      {content ? <Landing content={content} /> : null}
      {!content && !isPending ? (
        <PageContainer width="narrow">
          <h1 className="sr-only">Welcome</h1>
          <ErrorState
            message="Something went wrong"
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        </PageContainer>
      ) : null}
    </>
  );
}

function Landing({ content }: { content: LandingPageContent }) {
  // Announcements and FAQs are optional: the page is shown even if they cannot be loaded.
  const { data: announcements = [] } = useQuery(announcementsQuery);
  const { data: faqs = [] } = useQuery(faqsQuery);
  return (
    <>
      <Hero content={content} />
      <Features content={content} />
      <Pitches />
      <Announcements announcements={announcements} />
      <Faqs faqs={faqs} />
      <ClosingCall ctaText={content.ctaText} />
    </>
  );
}

/** Preloads texts, FAQs and announcements. */
export async function preloads({ client }: PageContext): Promise<void> {
  await Promise.allSettled([
    client.query(contentQuery),
    client.query(faqsQuery),
    client.query(announcementsQuery),
  ]);
}
