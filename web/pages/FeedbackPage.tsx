import { useQuery } from "@tanstack/react-query";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { NoCompany } from "#web/app/layout/NoCompany.tsx";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageHeading } from "#web/app/layout/PageHeading.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { PoweredBy } from "#web/app/layout/PoweredBy.tsx";
import { BoardsSidebar, ViewLinks } from "#web/features/boards/BoardsSidebar.tsx";
import {
  ABOVE_SIDEBAR,
  SidebarContent,
  SidebarLayout,
} from "#web/features/boards/SidebarLayout.tsx";
import type { ListTools } from "#web/features/feedback/FeedbackBrowser.tsx";
import { FeedbackBrowser } from "#web/features/feedback/FeedbackBrowser.tsx";
import { preloadFeedback } from "#web/features/feedback/feedbackPagesQuery.ts";
import { SubmitFeedback } from "#web/features/feedback/SubmitFeedback.tsx";
import { useSubmitDialog } from "#web/features/feedback/useSubmitDialog.ts";
import { VIEW_PARAM } from "#web/features/feedback/viewFilters.ts";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import type { PageContext } from "./pageModule.ts";

const TITLE = "All Feedback";

/** The page /feedback for visitors and customers. */
export function Component() {
  return <FeedbackScreen tools={undefined} />;
}

/**
 * The items of all boards (docs/specification.md "All Feedback (/feedback)"). Nothing is fetched if
 * neither the host nor the user has a company.
 */
export function FeedbackScreen({ tools }: { tools: ListTools | undefined }) {
  const { tenantId } = usePortal();
  return (
    <PageContainer>
      <PageMeta
        title={TITLE}
        description="Search, vote for and discuss ideas, requests and reports."
      />
      {tenantId === null ? (
        <>
          <PageHeading title={TITLE} />
          <NoCompany />
        </>
      ) : (
        <AllFeedback tools={tools} />
      )}
    </PageContainer>
  );
}

/** Preloads boards, categories and the first page of items. */
export async function preloads(context: PageContext): Promise<void> {
  if (context.portal.tenantId === null) return;
  await Promise.allSettled([
    context.client.query(wholeListQuery("/api/boards")),
    preloadFeedback(context, null),
  ]);
}

function AllFeedback({ tools }: { tools: ListTools | undefined }) {
  const boards = useQuery(wholeListQuery("/api/boards")).data ?? [];
  const [params] = useSearchParams();
  const hasBoards = boards.length > 0;
  const dialog = useSubmitDialog(hasBoards);
  return (
    <SidebarLayout
      sidebar={
        <BoardsSidebar
          slug={null}
          footer={<PoweredBy />}
          views={tools && <tools.SidebarViews boards={boards} List={ViewLinks} />}
          isViewOpen={tools !== undefined && params.has(VIEW_PARAM)}
        />
      }
    >
      <PageHeading
        title={TITLE}
        className={ABOVE_SIDEBAR}
        actions={
          hasBoards ? <SubmitFeedback dialog={dialog} boards={boards} pageBoardId={null} /> : null
        }
      />
      <SidebarContent>
        <FeedbackBrowser
          boardId={null}
          boards={boards}
          onSubmitFeedback={hasBoards ? dialog.open : undefined}
          tools={tools}
        />
      </SidebarContent>
    </SidebarLayout>
  );
}
