import { Lock } from "#web/ui/icons.ts";
import type { ReactNode } from "react";
import type { Board } from "#contract/boards.ts";
import { cn } from "#web/ui/cn.ts";

interface ListLinkProps {
  to: string;
  isCurrent: boolean;
  /** The number of items in the list; not displayed if undefined. */
  count?: number | undefined;
  children: ReactNode;
}

/**
 * A link to a feedback list. The link to the current list has the theme's menu colour
 * (docs/specification.md "Board page (/board/{slug})").
 */
export function ListLink({ to, isCurrent, count, children }: ListLinkProps) {
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
          {count.toLocaleString("en")}
          <span className="sr-only">{count === 1 ? " item" : " items"}</span>
        </span>
      )}
    </a>
  );
}

/** A link to a board, with the number of its items and, if the board is private, a lock. */
export function BoardLink({ board, isCurrent }: { board: Board; isCurrent: boolean }) {
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
