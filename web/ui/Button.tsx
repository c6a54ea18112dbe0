import type { ComponentProps, MouseEvent, ReactElement } from "react";
import { cloneElement } from "react";
import { cn } from "./cn.ts";
import { LoaderCircle } from "./icons.ts";

const BASE = [
  "weak:inline-flex shrink-0 items-center weak:justify-center gap-2 weak:rounded-lg border font-medium weak:whitespace-nowrap select-none",
  "transition-colors [&_svg]:size-4 [&_svg]:shrink-0",
  "disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-default",
];

const VARIANTS = {
  primary:
    "border-primary-edge bg-primary text-button-text not-aria-disabled:hover:bg-primary-hover",
  secondary: "border-line bg-surface weak:text-ink not-aria-disabled:hover:bg-hover",
  ghost: "border-transparent weak:text-ink not-aria-disabled:hover:bg-hover",
  danger: "border-transparent bg-danger text-on-danger not-aria-disabled:hover:bg-danger-hover",
};

const SIZES = {
  sm: "weak:h-10 weak:px-3 weak:text-sm md:weak:h-8",
  md: "weak:h-10 weak:px-4 weak:text-sm",
  icon: "weak:size-10 weak:text-sm",
};

interface ButtonProps extends ComponentProps<"button"> {
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
  /**
   * Whether the only child, a link, is styled as a button. If so, `pending` and `onClick` have no
   * effect.
   */
  asChild?: boolean;
  /**
   * Whether the action is pending. If so, the button keeps the focus, shows a spinner and ignores
   * clicks.
   */
  pending?: boolean;
  /** The button's text while pending; the children by default. */
  pendingLabel?: string;
}

/** A button of type `button` by default. Size `icon` needs an `aria-label`. */
export function Button({
  asChild = false,
  variant = "primary",
  size = "md",
  className,
  pending = false,
  pendingLabel,
  onClick,
  children,
  ...props
}: ButtonProps) {
  const classes = cn(BASE, VARIANTS[variant], SIZES[size], className);
  if (asChild) {
    const link = children as ReactElement<ComponentProps<"a">>;
    return cloneElement(link, {
      ...(props as object),
      className: cn(classes, link.props.className),
    });
  }
  const swallow = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      className={classes}
      onClick={pending ? swallow : onClick}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      {...props}
    >
      {pending ? <PendingContent size={size} label={pendingLabel ?? children} /> : children}
    </button>
  );
}

function PendingContent({
  size,
  label,
}: {
  size: ButtonProps["size"];
  label: ButtonProps["children"];
}) {
  return (
    <>
      <Spinner />
      {size === "icon" ? null : label}
    </>
  );
}

interface SpinnerProps {
  className?: string;
  /** Text for screen readers. Omit it next to a visible text with the same meaning. */
  label?: string;
}

/** A rotating circle for a pending action. */
export function Spinner({ className, label }: SpinnerProps) {
  const circle = (
    <LoaderCircle aria-hidden="true" className={cn("weak:size-4 animate-spin", className)} />
  );
  if (!label) return circle;
  return (
    <span role="status" className="inline-flex">
      {circle}
      <span className="sr-only">{label}</span>
    </span>
  );
}
