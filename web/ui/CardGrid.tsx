import type { ReactNode } from "react";
import { SkeletonGroup } from "./Skeleton.tsx";

const columns = "grid gap-4 sm:grid-cols-2 xl:grid-cols-3";

/** Cards in one, two or three columns by screen width. The children are list items. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className={columns}>{children}</ul>;
}

interface CardGridSkeletonProps {
  /** Text for screen readers, such as 'Loading boards'. */
  label: string;
  /** The skeleton of one card; three of them are shown. */
  children: ReactNode;
}

/** Replaces a `CardGrid` while its cards are loading. */
export function CardGridSkeleton({ label, children }: CardGridSkeletonProps) {
  return (
    <SkeletonGroup label={label} className={columns}>
      {children}
      {children}
      {children}
    </SkeletonGroup>
  );
}
