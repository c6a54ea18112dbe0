import type { ReactNode } from "react";
import { cn } from "./cn.ts";

/** A grey placeholder in the shape of the loading content. `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={cn("weak:h-4 animate-pulse weak:rounded-md bg-hover", className)}
    />
  );
}

interface SkeletonGroupProps {
  /** Text for screen readers, such as 'Loading'. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** A group of skeletons, which screen readers announce once. */
export function SkeletonGroup({ label, className, children }: SkeletonGroupProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
