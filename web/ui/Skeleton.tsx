import type { ReactNode } from "react";
import { cn } from "./cn.ts";

/** A grey block in the shape of what is being loaded; size it by class. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={cn("weak:h-4 animate-pulse weak:rounded-md bg-hover", className)}
    />
  );
}

interface SkeletonGroupProps {
  /** Said to screen readers, e.g. 'Loading'. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** Skeletons that belong together, announced once. */
export function SkeletonGroup({ label, className, children }: SkeletonGroupProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
