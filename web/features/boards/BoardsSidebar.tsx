import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEffect, useId, useRef } from "react";
import type { Board } from "#contract/boards.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { formatCount } from "#web/ui/countLabel.ts";
import { Lock } from "#web/ui/icons.ts";

interface BoardsSidebarProps {
  /** Slug of the current board; null on the page of all feedback. */
  slug: string | null;
  footer: ReactNode;
  /** The links to saved views, for admins. */
  views?: ReactNode;
  /** Whether the page shows a saved view, whose link is then the current one. */
  isViewOpen?: boolean;
}

/**
 * The sidebar of the feedback lists: public boards and, for admins, private boards as a separate
 * group (docs/specification.md "All Feedback (/feedback)", "Board page (/board/{slug})"). The
 * sidebar is the same on all of these pages, so that nothing moves when a board is chosen.
 */
export function BoardsSidebar({ slug, footer, views, isViewOpen = false }: BoardsSidebarProps) {
  const boards = useQuery(wholeListQuery("/api/boards"));
  const links = (isPrivate: boolean) =>
    boards.data
      ?.filter((board) => board.isPrivate === isPrivate)
      .map((board) => (
        <li key={board.id}>
          <BoardLink board={board} isCurrent={!isViewOpen && board.slug === slug} />
        </li>
      )) ?? [];
  const privateLinks = links(true);
  return (
    <SidebarFrame footer={footer} current={slug ?? "/feedback"}>
      {views}
      <SidebarSection heading="Boards">
        <li>
          <ListLink
            to="/feedback"
            isCurrent={!isViewOpen && slug === null}
            count={boards.data?.reduce((sum, { feedbackCount }) => sum + feedbackCount, 0)}
          >
            All Feedback
          </ListLink>
        </li>
        {links(false)}
      </SidebarSection>
      {privateLinks.length > 0 ? (
        <SidebarSection heading="Private Boards">{privateLinks}</SidebarSection>
      ) : null}
      {boards.data ? null : (
        <BoardsState
          isLoading={boards.isPending}
          isRetrying={boards.isFetching}
          onRetry={() => void boards.refetch()}
        />
      )}
    </SidebarFrame>
  );
}

interface SidebarFrameProps {
  /** Displayed below the links, on wide screens only. */
  footer: ReactNode;
  /**
   * The current page, as a path or as the slug of a board. When the value changes, the link to the
   * current page is scrolled into view.
   */
  current: string;
  children: ReactNode;
}

/**
 * Displays links to the feedback lists: in a column on wide screens, in a row that scrolls sideways
 * on narrow screens.
 */
function SidebarFrame({ footer, current, children }: SidebarFrameProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - nav.current.clientWidth / 3;
  }, [current]);
  return (
    // The sidebar is excluded from scroll anchoring. Otherwise the browser would anchor to the
    // sticky sidebar, and the text being read would move when the list grows at its top.
    <aside className="mb-5 [overflow-anchor:none] lg:row-start-2 lg:mb-0">
      <div className="lg:sticky lg:top-20 lg:flex lg:max-h-[calc(100dvh-6rem)] lg:flex-col">
        <nav
          ref={nav}
          aria-label="Boards"
          className="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:-mx-6 sm:px-6 lg:-mx-1 lg:min-h-0 lg:flex-col lg:gap-4 lg:overflow-y-auto lg:px-1"
        >
          {children}
        </nav>
        <div data-provider-link="" className="mt-6 hidden px-4 lg:block">
          {footer}
        </div>
      </div>
    </aside>
  );
}

interface SidebarSectionProps {
  /** Displayed above the links when the links form a column. */
  heading?: string | undefined;
  children: ReactNode;
}

/** A group of links in the sidebar. The children must be list items. */
function SidebarSection({ heading, children }: SidebarSectionProps) {
  const headingId = useId();
  return (
    <div className="shrink-0">
      {heading ? (
        <h2 id={headingId} className="mb-1 hidden px-3 text-xs font-semibold text-muted lg:block">
          {heading}
        </h2>
      ) : null}
      <ul
        aria-labelledby={heading && headingId}
        className="flex gap-2 whitespace-nowrap lg:flex-col lg:gap-0.5 lg:whitespace-normal"
      >
        {children}
      </ul>
    </div>
  );
}

interface ListLinkProps {
  to: string;
  isCurrent: boolean;
  /** The number of items in the list, or a text such as '1,000+'; not displayed if undefined. */
  count?: number | string | undefined;
  children: ReactNode;
}

/**
 * A link to a feedback list. The link to the current list has the theme's menu colour
 * (docs/specification.md "Board page (/board/{slug})").
 */
function ListLink({ to, isCurrent, count, children }: ListLinkProps) {
  return (
    <a
      href={to}
      aria-current={isCurrent ? "page" : undefined}
      className={cn(
        "flex min-h-10 items-center gap-2 rounded-lg border px-3 py-1.5 text-sm font-medium text-ink transition-colors lg:border-transparent",
        isCurrent ? "border-transparent bg-menu-tint" : "border-line hover:bg-menu-hover/10",
      )}
    >
      <span dir="auto" className="flex min-w-0 flex-1 items-center gap-2 wrap-anywhere">
        {children}
      </span>
      {count === undefined ? null : (
        <span className="text-xs text-muted tabular-nums">
          {typeof count === "number" ? formatCount(count) : count}
          <span className="sr-only">{count === 1 ? " item" : " items"}</span>
        </span>
      )}
    </a>
  );
}

export interface ViewLink {
  readonly id: number;
  readonly name: string;
  readonly to: string;
  readonly isCurrent: boolean;
  readonly count: number | string | undefined;
}

/** The links to saved views. */
export function ViewLinks({ links }: { links: readonly ViewLink[] }) {
  return (
    <SidebarSection heading="Views">
      {links.map(({ id, name, ...link }) => (
        <li key={id}>
          <ListLink {...link}>{name}</ListLink>
        </li>
      ))}
    </SidebarSection>
  );
}

/** A link to a board, with the number of its items and, if the board is private, a lock. */
function BoardLink({ board, isCurrent }: { board: Board; isCurrent: boolean }) {
  return (
    <ListLink to={`/board/${board.slug}`} isCurrent={isCurrent} count={board.feedbackCount}>
      <span className="min-w-0">{board.name}</span>
      {board.isPrivate ? (
        <>
          <Lock aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="sr-only">Private</span>
        </>
      ) : null}
    </ListLink>
  );
}

interface BoardsStateProps {
  isLoading: boolean;
  isRetrying: boolean;
  onRetry: () => void;
}

/** The skeleton and error state of the boards in the sidebar. */
function BoardsState({ isLoading, isRetrying, onRetry }: BoardsStateProps) {
  if (isLoading) {
    return (
      <SkeletonGroup label="Loading boards" className="flex gap-2 lg:flex-col">
        <Skeleton className="h-10 w-32 rounded-lg lg:w-full" />
        <Skeleton className="h-10 w-32 rounded-lg lg:w-full" />
        <Skeleton className="h-10 w-32 rounded-lg lg:w-full" />
      </SkeletonGroup>
    );
  }
  return (
    <div
      role="alert"
      className="flex shrink-0 items-center gap-2 px-3 text-sm text-danger-text lg:flex-col lg:items-start"
    >
      Failed to fetch boards
      {/*
        If the list beside the sidebar has also failed to load, the retry button of the list loads
        the boards as well, so this button is hidden.
      */}
      <Button
        variant="secondary"
        size="sm"
        className="[main:has([data-error-state])_&]:hidden"
        pending={isRetrying}
        onClick={onRetry}
      >
        Try again
      </Button>
    </div>
  );
}
