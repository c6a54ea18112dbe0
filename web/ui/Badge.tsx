import type { ReactNode } from "react";
import { cn } from "./cn.ts";
import type { IconComponent } from "./icons.ts";

/**
 * The colours of a badge. All colours except neutral have a dot. The dot of `hollow` is an empty
 * circle.
 */
export type BadgeTone =
  | "neutral"
  | "hollow"
  | "brand"
  | "amber"
  | "blue"
  | "violet"
  | "green"
  | "danger";

interface BadgeProps {
  tone?: BadgeTone;
  icon?: IconComponent;
  className?: string | undefined;
  children: ReactNode;
}

const tones: Record<BadgeTone, { box: string; dot: string | null }> = {
  neutral: { box: "bg-sunken text-muted dark:bg-hover", dot: null },
  hollow: {
    box: "bg-sunken dark:bg-hover before:border-2 before:border-current",
    dot: "border-2 border-current",
  },
  brand: { box: "bg-secondary/15 text-ink before:bg-secondary", dot: "bg-secondary" },
  amber: { box: "bg-amber-tint text-amber-text before:bg-amber-dot", dot: "bg-amber-dot" },
  blue: { box: "bg-blue-tint text-blue-text before:bg-blue-dot", dot: "bg-blue-dot" },
  violet: { box: "bg-violet-tint text-violet-text before:bg-violet-dot", dot: "bg-violet-dot" },
  green: { box: "bg-green-tint text-green-text before:bg-green-dot", dot: "bg-green-dot" },
  danger: { box: "bg-danger-tint text-danger-text before:bg-danger", dot: "bg-danger" },
};

/**
 * The dot is a pseudo-element, because a list has about eighty badges and each real element slows
 * rendering on phones.
 */
const DOT =
  "before:mr-1.5 before:inline-block before:size-2 before:rounded-full before:align-[0.07em]";

/** A short label. Its meaning is always in the text, never in the colour alone. */
export function Badge({ tone = "neutral", icon: Icon, className, children }: BadgeProps) {
  const { box, dot } = tones[tone];
  return (
    <span
      className={cn(
        "weak:inline-block h-6 max-w-full truncate align-middle rounded-md px-2 text-xs/6 font-medium",
        box,
        dot && !Icon && DOT,
        className,
      )}
    >
      {Icon ? <Icon aria-hidden="true" className="mr-1.5 inline size-3.5 align-[-0.2em]" /> : null}
      {children}
    </span>
  );
}

/** The dot of a badge without its text, for instance in a column's heading. */
export function ToneDot({ tone, className }: { tone: BadgeTone; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        "weak:size-2 shrink-0 rounded-full",
        tones[tone].dot ?? "bg-control",
        className,
      )}
    />
  );
}
