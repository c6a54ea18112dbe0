interface SkipLinkProps {
  /** Id of the main element, which needs `tabIndex={-1}`. */
  target?: string;
}

/** The first link of a page, visible when focused: jumps over the navigation. */
export function SkipLink({ target = "main" }: SkipLinkProps) {
  return (
    <a
      href={`#${target}`}
      className="sr-only z-50 rounded-lg border bg-raised font-medium text-ink shadow-float focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:px-4 focus:py-2.5"
    >
      Skip to content
    </a>
  );
}
