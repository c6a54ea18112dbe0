import { useQueryClient } from "@tanstack/react-query";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { usePortalLink } from "#web/app/api/usePortalLink.ts";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { cn } from "#web/ui/cn.ts";

interface NavigationItem {
  readonly to: string;
  readonly label: string;
  /** Matches the paths of the pages for which the link is marked as current. */
  readonly covers?: RegExp;
}

/**
 * The main navigation (docs/specification.md "Main header").
 */
const MAIN_NAVIGATION: readonly NavigationItem[] = [
  { to: "/roadmap", label: "Roadmap", covers: /^\/roadmap$/ },
  { to: "/feedback", label: "Feedback", covers: /^\/(?:feedback|board)(?:\/|$)/ },
  { to: "/changelog", label: "Changelog", covers: /^\/changelog$/ },
];

interface NavigationLinksProps {
  /** CSS class of each link. */
  linkClassName?: string;
  onFollow?: () => void;
}

/**
 * The links Roadmap, Feedback and Changelog. The current link has the theme's menu colour. Visitors of
 * the product host, where these pages require a login, get the links of the landing page instead.
 */
export function NavigationLinks({ linkClassName, onFollow }: NavigationLinksProps) {
  const { pathname } = useLocation();
  const { company } = usePortal();
  const landing = useLandingLinks();
  const isLanding = useCurrentUser() === null && company === null;
  return (isLanding ? landing : MAIN_NAVIGATION).map(({ to, label, covers }) => {
    const isHome = to === "/roadmap" && pathname === "/" && company !== null;
    const isCurrent = isHome || covers?.test(pathname);
    return (
      <a
        key={label}
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

/**
 * Returns the links of the landing page. Links to the demo portal and to the FAQs, which the landing
 * page loads before it is rendered, are left out if there are none.
 */
function useLandingLinks(): NavigationItem[] {
  const { demoSubdomain } = usePortal();
  const demo = usePortalLink(demoSubdomain ?? "");
  const faqs = useQueryClient().getQueryData(apiQuery("/api/admin/faqs").queryKey);
  return [
    { to: "/#features", label: "Features" },
    ...(demoSubdomain === null ? [] : [{ to: demo.href, label: "Demo" }]),
    ...(faqs?.length ? [{ to: "/#faq", label: "FAQ" }] : []),
  ];
}
