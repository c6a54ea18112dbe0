import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Board } from "#contract/boards.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageHeading } from "#web/app/layout/PageHeading.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { PoweredBy } from "#web/app/layout/PoweredBy.tsx";
import { useParams, useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { BoardsSidebar, ViewLinks } from "#web/features/boards/BoardsSidebar.tsx";
import {
  BoardPageSkeleton,
  ABOVE_SIDEBAR,
  SidebarContent,
  SidebarLayout,
} from "#web/features/boards/SidebarLayout.tsx";
import type { ListTools } from "#web/features/feedback/FeedbackBrowser.tsx";
import { FeedbackBrowser } from "#web/features/feedback/FeedbackBrowser.tsx";
import { preloadFeedback } from "#web/features/feedback/feedbackPagesQuery.ts";
import { rememberBoard } from "#web/features/feedback/lastBoard.ts";
import { SubmitFeedback } from "#web/features/feedback/SubmitFeedback.tsx";
import { useSubmitDialog } from "#web/features/feedback/useSubmitDialog.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { Lock } from "#web/ui/icons.ts";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { VIEW_PARAM } from "#web/features/feedback/viewFilters.ts";
import type { PageContext } from "./pageModule.ts";

// The code is loaded on demand, because most visitors open existing boards.
const NotFound = lazyPart(async () => (await import("#web/ui/NotFound.tsx")).NotFound);

/** The page /board/{slug} for visitors and customers. */
export function Component() {
  return <BoardScreen tools={undefined} />;
}

interface ToolsProps {
  /** The admins' tools; undefined in the visitors' form of the page. */
  tools: ListTools | undefined;
}

/**
 * One board's items (docs/specification.md "Board page (/board/{slug})"). The items are fetched
 * after the board has been found by its slug. No boards are fetched if neither the host nor the
 * user has a company.
 */
export function BoardScreen({ tools }: ToolsProps) {
  const { slug = "" } = useParams();
  const { tenantId } = usePortal();
  const [params] = useSearchParams();
  const boards =
    useQuery({ ...wholeListQuery("/api/boards"), enabled: tenantId !== null }).data ?? [];
  if (tenantId === null) return <BoardNotFound />;
  return (
    <PageContainer>
      <SidebarLayout
        sidebar={
          <BoardsSidebar
            slug={slug}
            footer={<PoweredBy />}
            views={tools && <tools.SidebarViews boards={boards} List={ViewLinks} />}
            isViewOpen={tools !== undefined && params.has(VIEW_PARAM)}
          />
        }
      >
        <BoardBySlug slug={slug} tools={tools} />
      </SidebarLayout>
    </PageContainer>
  );
}

/** Preloads the boards and then the board's items. The status is 404 for an unknown slug. */
export async function preloads(context: PageContext): Promise<404 | void> {
  const { client, params, portal } = context;
  if (portal.tenantId === null) return 404;
  const boards = await client.query(wholeListQuery("/api/boards")).catch(() => null);
  if (!boards) return;
  const board = boards.find(({ slug }) => slug === params["slug"]);
  if (!board) return 404;
  await preloadFeedback(context, board.id);
}

function BoardBySlug({ slug, tools }: ToolsProps & { slug: string }) {
  const boards = useQuery(wholeListQuery("/api/boards"));
  if (boards.isPending) return <BoardPageSkeleton />;
  if (!boards.data) {
    return (
      <SidebarContent>
        <BoardsFailed isRetrying={boards.isFetching} onRetry={() => void boards.refetch()} />
      </SidebarContent>
    );
  }
  const board = boards.data.find((candidate) => candidate.slug === slug);
  if (board)
    return <BoardFeedback key={board.id} board={board} boards={boards.data} tools={tools} />;
  return (
    <SidebarContent>
      <BoardNotFound />
    </SidebarContent>
  );
}

interface BoardFeedbackProps extends ToolsProps {
  board: Board;
  boards: readonly Board[];
}

function BoardFeedback({ board, boards, tools }: BoardFeedbackProps) {
  const { tenantId } = usePortal();
  const dialog = useSubmitDialog(true);
  useEffect(() => rememberBoard(tenantId, board.id), [tenantId, board.id]);
  return (
    <>
      <PageMeta title={board.name} description={board.description} noIndex={board.isPrivate} />
      <PageHeading
        title={board.name}
        className={ABOVE_SIDEBAR}
        actions={<SubmitFeedback dialog={dialog} boards={boards} pageBoardId={board.id} />}
      />
      <SidebarContent>
        {board.isPrivate || board.description ? <BoardFacts board={board} /> : null}
        <FeedbackBrowser
          boardId={board.id}
          boards={boards}
          onSubmitFeedback={dialog.open}
          tools={tools}
        />
      </SidebarContent>
    </>
  );
}

function BoardFacts({ board }: { board: Board }) {
  return (
    <p className="mb-4 flex max-w-prose flex-wrap items-center gap-x-3 gap-y-2 text-base text-muted max-lg:-mt-5">
      {board.isPrivate ? <Badge icon={Lock}>Private Board</Badge> : null}
      {board.description ? (
        <span dir="auto" className="min-w-0 whitespace-pre-line wrap-anywhere">
          {board.description}
        </span>
      ) : null}
    </p>
  );
}

function BoardNotFound() {
  return (
    <>
      <PageMeta title="Board not found" noIndex />
      <NotFound
        title="Board not found"
        text="It may have been deleted, or you may have to log in to see it."
        to="/feedback"
        toLabel="See all feedback"
      />
    </>
  );
}

function BoardsFailed({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  return (
    <>
      <PageMeta title="Board" noIndex />
      <h1 className="sr-only">Board</h1>
      <ErrorState message="Failed to fetch feedback" retrying={isRetrying} onRetry={onRetry} />
    </>
  );
}
