interface OutlineIconProps {
  className?: string;
}

/**
 * An icon that every card of a list shows. A plain component of one path: the icon library's own costs twenty times as much to render, which
 * forty of them on a page make felt.
 */
function outlineIcon(path: string, strokeWidth: number) {
  return function OutlineIcon({ className }: OutlineIconProps) {
    return (
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
        className={className}
      >
        <path d={path} />
      </svg>
    );
  };
}

/** For votes. */
export const UpIcon = outlineIcon("M6 15l6-6 6 6", 2.25);

/** For comments. */
export const CommentIcon = outlineIcon(
  "M20 4H4a2 2 0 0 0-2 2v15l4-4h14a2 2 0 0 0 2-2V6a2 2 0 0 0-2-2z",
  2,
);
