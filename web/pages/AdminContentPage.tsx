import { AdminConsoleLayout } from "#web/app/layout/AdminConsoleLayout.tsx";
import { ContentAdmin } from "#web/features/content/ContentAdmin.tsx";
import { ANNOUNCEMENTS, contentQuery, FAQS } from "#web/features/content/contentKinds.ts";
import type { PageContext } from "./pageModule.ts";

/**
 * The page /admin/content with the FAQs and announcements of the landing page
 * (docs/specification.md "/admin/content (super admin only)").
 */
export function Component() {
  return (
    <AdminConsoleLayout title="Content Management">
      <ContentAdmin />
    </AdminConsoleLayout>
  );
}

/** Preloads the FAQs and the announcements. */
export async function preloads({ client }: PageContext): Promise<void> {
  await Promise.allSettled([FAQS, ANNOUNCEMENTS].map((kind) => client.query(contentQuery(kind))));
}
