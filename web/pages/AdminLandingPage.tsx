import { useQuery } from "@tanstack/react-query";
import { AdminConsoleLayout } from "#web/app/layout/AdminConsoleLayout.tsx";
import {
  LandingForm,
  LandingFormSkeleton,
  landingPageQuery,
} from "#web/features/landingPage/LandingForm.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import type { PageContext } from "./pageModule.ts";

/**
 * The page /admin/landing-page with the landing page's texts and a preview (docs/specification.md
 * "/admin/landing-page (super admin only)").
 */
export function Component() {
  return (
    <AdminConsoleLayout title="Landing Page">
      <LoadedContent
        query={useQuery(landingPageQuery)}
        skeleton={<LandingFormSkeleton />}
        errorMessage="Failed to fetch landing page content"
      >
        {(content) => <LandingForm content={content} />}
      </LoadedContent>
    </AdminConsoleLayout>
  );
}

/** Preloads the landing page's texts. */
export async function preloads({ client }: PageContext): Promise<void> {
  await Promise.allSettled([client.query(landingPageQuery)]);
}
