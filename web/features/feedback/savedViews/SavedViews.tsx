import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { useRef } from "react";
import type { SavedView, ViewFilters } from "#contract/savedViews.ts";
import { SEARCH_LENGTH } from "#contract/searchWords.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useNavigate, useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import type { FeedbackFilters } from "../feedbackFilters.ts";
import { NO_FILTERS, writeFilters } from "../feedbackFilters.ts";
import { isViewChanged, VIEW_PARAM, viewOf } from "../viewFilters.ts";
import { DeleteViewDialog } from "./DeleteViewDialog.tsx";
import { MissingView } from "./MissingView.tsx";
import { useReplaceFilters } from "./useReplaceFilters.ts";
import { ViewFormDialog } from "./ViewFormDialog.tsx";
import { ViewsMenu } from "./ViewsMenu.tsx";
import { Layers } from "#web/ui/adminIcons.ts";
import { ChevronDown } from "#web/ui/icons.ts";

interface SavedViewsProps {
  filters: FeedbackFilters;
  /** The board whose items are listed; null for all boards. */
  boardId: number | null;
}

/**
 * The button that opens the menu with which admins save the list as a view and change the chosen
 * view. The button shows the name of the chosen view.
 */
export function SavedViews({ filters, boardId }: SavedViewsProps) {
  const [params, changeParams] = useSearchParams();
  const navigate = useNavigate();
  const isNamed = params.has(VIEW_PARAM);
  const views = useQuery({ ...apiQuery("/api/views"), enabled: isNamed });
  const view = viewOf(params, views.data);
  const form = useDialogState<SavedView | null>();
  const deletion = useDialogState<SavedView>();
  const replaceFilters = useReplaceFilters();
  const menu = useRef<HTMLDivElement>(null);
  const toSave = filtersToSave(filters, boardId);
  const isChanged = view !== undefined && isViewChanged(view, filters, boardId);
  const open = ({ id }: SavedView) =>
    navigate({ search: `?${VIEW_PARAM}=${String(id)}` }, { replace: true, keepScroll: true });
  const leaveView = () =>
    changeParams((current) => withoutView(current, filters), { replace: true, keepScroll: true });
  return (
    <>
      <div ref={menu} className="contents">
        <ViewsMenu
          current={view}
          isChanged={isChanged}
          canSave={Object.keys(toSave).length > 0}
          onSave={() => form.open(null)}
          onUpdate={(each) => replaceFilters(each, toSave, () => open(each))}
          onRename={form.open}
          onDelete={deletion.open}
          button={<ViewButton name={view?.name} isChanged={isChanged} />}
        />
      </div>
      {isNamed && !view && !views.isPending ? (
        <MissingView
          views={views}
          onDismiss={() => {
            // Moves the focus, because the focused button is removed.
            menu.current?.querySelector("button")?.focus();
            leaveView();
          }}
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
      <DeleteViewDialog dialog={deletion} onDeleted={leaveView} />
    </>
  );
}

interface ViewButtonProps extends ComponentProps<"button"> {
  /** The name of the chosen view. */
  name: string | undefined;
  isChanged: boolean;
}

function ViewButton({ name, isChanged, ...button }: ViewButtonProps) {
  return (
    <Button variant="secondary" size="sm" className="max-w-64 min-w-0 noscript:hidden" {...button}>
      <Layers aria-hidden="true" className="text-muted" />
      {name === undefined ? null : <span className="sr-only">View: </span>}
      <span dir="auto" className="truncate">
        {name ?? "Save view"}
      </span>
      {isChanged ? <span className="font-normal text-muted">changed</span> : null}
      <ChevronDown aria-hidden="true" className="text-muted" />
    </Button>
  );
}

/** Returns a copy of `params` with these filters and without the view. */
function withoutView(params: URLSearchParams, filters: FeedbackFilters): URLSearchParams {
  const written = writeFilters(params, filters);
  written.delete(VIEW_PARAM);
  return written;
}

/** Returns the filters to store in a view. Filters with their default value are omitted. */
function filtersToSave(filters: FeedbackFilters, boardId: number | null): ViewFilters {
  const saved = { ...filters, search: filters.search.slice(0, SEARCH_LENGTH).toWellFormed() };
  const chosen = Object.entries(saved).filter(
    ([name, value]) => value !== NO_FILTERS[name as keyof FeedbackFilters],
  );
  // Without the default values `all`, null and false, the filters have the types of the contract.
  return { ...Object.fromEntries(chosen), ...(boardId !== null && { boardId }) };
}
