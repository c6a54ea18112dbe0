import { usePortal } from "#web/app/api/SessionContext.tsx";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { cn } from "#web/ui/cn.ts";

/**
 * The main navigation (docs/specification.md "Main header"). A link is marked as current if its
 * `covers` matches the path.
 */
const MAIN_NAVIGATION = [
  { to: "/roadmap", label: "Roadmap", covers: /^\/roadmap$/ },
  { to: "/feedback", label: "Feedback", covers: /^\/(?:feedback|board)(?:\/|$)/ },
  { to: "/changelog", label: "Changelog", covers: /^\/changelog$/ },
] as const;

interface NavigationLinksProps {
  /** CSS class of each link. */
  linkClassName?: string;
  onFollow?: () => void;
}

/** The links Roadmap, Feedback and Changelog. The current link has the theme's menu colour. */
export function NavigationLinks({ linkClassName, onFollow }: NavigationLinksProps) {
  const { pathname } = useLocation();
  const { company } = usePortal();
  return MAIN_NAVIGATION.map(({ to, label, covers }) => {
    const isHome = to === "/roadmap" && pathname === "/" && company !== null;
    const isCurrent = isHome || covers.test(pathname);
    return (
      <a
        key={to}
        href={to}
        onClick={onFollow}
        aria-current={isCurrent ? "page" : undefined}
        className={cn(
          "flex items-center rounded-lg px-3 text-sm font-medium transition-colors",
          isCurrent
            ? "bg-menu-tint text-ink"
            : "text-muted hover:bg-[color-mix(in_oklab,var(--brand-menu-hover)_12%,transparent)] hover:text-ink",
          linkClassName,
        )}
      >
        {label}
      </a>
    );
  });
}
