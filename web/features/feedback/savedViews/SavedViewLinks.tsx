import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Board } from "#contract/boards.ts";
import type { SavedView } from "#contract/savedViews.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { formatCount } from "#web/ui/countLabel.ts";
import { VIEW_PARAM } from "../viewFilters.ts";

interface SidebarLink {
  readonly id: number;
  readonly name: string;
  readonly to: string;
  readonly isCurrent: boolean;
  readonly count: number | string | undefined;
}

interface SavedViewLinksProps {
  boards: readonly Board[];
  /** Displays the links. */
  List: ComponentType<{ links: readonly SidebarLink[] }>;
}

/**
 * The links to the company's saved views, with how many items they list. Nothing is displayed until
 * the views are loaded.
 */
export function SavedViewLinks({ boards, List }: SavedViewLinksProps) {
  const [params] = useSearchParams();
  const views = useQuery(apiQuery("/api/views")).data ?? [];
  const counts = useQuery(apiQuery("/api/views/counts")).data ?? [];
  if (views.length === 0) return null;
  const countOf = (viewId: number) => {
    const counted = counts.find(({ id }) => id === viewId);
    if (!counted || counted.total === null) return undefined;
    return counted.isCapped ? `${formatCount(counted.total)}+` : counted.total;
  };
  return (
    <List
      links={views.map((view) => ({
        id: view.id,
        name: view.name,
        to: addressOf(view, boards),
        isCurrent: params.get(VIEW_PARAM) === String(view.id),
        count: countOf(view.id),
      }))}
    />
  );
}

function addressOf({ id, filters }: SavedView, boards: readonly Board[]): string {
  const board = boards.find((each) => each.id === filters.boardId);
  const path = board ? `/board/${board.slug}` : "/feedback";
  return `${path}?${VIEW_PARAM}=${String(id)}`;
}
