import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

/** The colours a badge can have; every one but neutral comes with a dot. */
export type BadgeTone = "neutral" | "brand" | "amber" | "blue" | "violet" | "green" | "danger";

interface BadgeProps {
  tone?: BadgeTone;
  icon?: LucideIcon;
  className?: string;
  children: ReactNode;
}

const tones: Record<BadgeTone, { box: string; dot: string | null }> = {
  neutral: { box: "bg-sunken text-muted dark:bg-hover", dot: null },
  brand: { box: "bg-secondary/15 text-ink", dot: "bg-secondary" },
  amber: { box: "bg-amber-tint text-amber-text", dot: "bg-amber-dot" },
  blue: { box: "bg-blue-tint text-blue-text", dot: "bg-blue-dot" },
  violet: { box: "bg-violet-tint text-violet-text", dot: "bg-violet-dot" },
  green: { box: "bg-green-tint text-green-text", dot: "bg-green-dot" },
  danger: { box: "bg-danger-tint text-danger-text", dot: "bg-danger" },
};

/** A short label. Its words say everything; the colour only helps to find it. */
export function Badge({ tone = "neutral", icon: Icon, className, children }: BadgeProps) {
  const { box, dot } = tones[tone];
  return (
    <span
      className={cn(
        "weak:inline-flex h-6 max-w-full items-center gap-1.5 rounded-md px-2 text-xs font-medium whitespace-nowrap",
        box,
        className,
      )}
    >
      {dot && !Icon ? <ToneDot tone={tone} /> : null}
      {Icon ? <Icon aria-hidden="true" className="size-3.5 shrink-0" /> : null}
      <span className="truncate">{children}</span>
    </span>
  );
}

/** A badge's dot on its own, for the head of a column. */
export function ToneDot({ tone, className }: { tone: BadgeTone; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn("weak:size-2 shrink-0 rounded-full", tones[tone].dot ?? "bg-control", className)}
    />
  );
}
