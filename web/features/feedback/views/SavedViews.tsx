import { useQuery } from "@tanstack/react-query";
import type { Board } from "#contract/boards.ts";
import type { SavedView } from "#contract/savedViews.ts";
import { savedViewsApi } from "#contract/savedViews.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useNavigate, useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { ChevronDown } from "#web/ui/icons.ts";
import { lazyMenu } from "#web/ui/lazyMenu.tsx";
import { lazyWindow } from "#web/ui/lazyWindow.tsx";
import { Layers } from "#web/ui/pageIcons.ts";
import { useDialogState } from "#web/ui/useDialogState.ts";
import type { FeedbackFilters } from "../feedbackFilters.ts";
import { writeFilters } from "../feedbackFilters.ts";
import { filtersToSave, isViewChanged, VIEW_PARAM, viewOf } from "../viewFilters.ts";
import { MissingView } from "./MissingView.tsx";
import { useViewChanges } from "./useViewChanges.ts";

const ViewsMenu = lazyMenu(async () => (await import("./ViewsMenu.tsx")).ViewsMenu);

const ViewFormDialog = lazyWindow(
  async () => (await import("./ViewFormDialog.tsx")).ViewFormDialog,
  { atIdle: false },
);

interface SavedViewsProps {
  filters: FeedbackFilters;
  /** The board whose items are listed; null for all boards. */
  boardId: number | null;
  boards: readonly Board[];
}

/** The button with the name of the chosen view, which opens the menu of views, for admins. */
export function SavedViews({ filters, boardId, boards }: SavedViewsProps) {
  const [params, changeParams] = useSearchParams();
  const navigate = useNavigate();
  const isNamed = params.has(VIEW_PARAM);
  const views = useQuery({ ...apiQuery(savedViewsApi.list), enabled: isNamed });
  const view = viewOf(params, views.data);
  const form = useDialogState<SavedView | null>();
  const deletion = useDialogState<SavedView>();
  const changes = useViewChanges();
  const toSave = filtersToSave(filters, boardId);
  const isChanged = view !== undefined && isViewChanged(view, filters, boardId);
  const open = ({ id }: SavedView) =>
    navigate({ search: `?${VIEW_PARAM}=${String(id)}` }, { replace: true, keepScroll: true });
  /** Keeps the filters, so that the list stays as it is. */
  const leaveView = () =>
    changeParams(
      (current) => {
        const left = writeFilters(current, filters);
        left.delete(VIEW_PARAM);
        return left;
      },
      { replace: true, keepScroll: true },
    );
  return (
    <>
      <ViewsMenu
        current={view}
        isChanged={isChanged}
        canSave={Object.keys(toSave).length > 0}
        addressOf={(each) => addressOf(each, boards)}
        onSave={() => form.open(null)}
        onUpdate={(each) => changes.replaceFilters(each, toSave, () => open(each))}
        onRename={form.open}
        onDelete={deletion.open}
        button={
          <Button variant="secondary" size="sm" className="max-w-64 min-w-0 noscript:hidden">
            <Layers aria-hidden="true" className="text-muted" />
            {view ? <span className="sr-only">View: </span> : null}
            <span dir="auto" className="truncate">
              {view?.name ?? "Views"}
            </span>
            {isChanged ? <span className="font-normal text-muted">changed</span> : null}
            <ChevronDown aria-hidden="true" className="text-muted" />
          </Button>
        }
      />
      {isNamed && !view && !views.isPending ? (
        <MissingView
          hasFailed={views.isError}
          isRetrying={views.isFetching}
          onRetry={() => void views.refetch()}
          onDismiss={leaveView}
        />
      ) : null}
      <ViewFormDialog
        key={form.turn}
        isOpen={form.isOpen}
        onClose={form.close}
        view={form.subject}
        filters={toSave}
        onCreated={open}
      />
      <ConfirmDialog
        open={deletion.isOpen}
        onOpenChange={deletion.close}
        title={`Delete the view “${deletion.subject?.name ?? ""}”?`}
        description="All admins of the company lose it, and its links stop working. No feedback is deleted."
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        pending={changes.isRemoving}
        onConfirm={() => {
          if (!deletion.subject) return;
          changes.remove(deletion.subject, () => {
            deletion.close();
            leaveView();
          });
        }}
      />
    </>
  );
}

function addressOf({ id, filters }: SavedView, boards: readonly Board[]): string {
  const board = boards.find((each) => each.id === filters.boardId);
  const path = board ? `/board/${board.slug}` : "/feedback";
  return `${path}?${VIEW_PARAM}=${String(id)}`;
}
