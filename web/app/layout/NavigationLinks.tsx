import { useQuery } from "@tanstack/react-query";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { usePortalLink } from "#web/app/api/usePortalLink.ts";
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

/**
 * The links Roadmap, Feedback and Changelog. The current link has the theme's menu colour. For
 * visitors of the product host, where these pages require a login, the links of the landing page.
 */
export function NavigationLinks(props: NavigationLinksProps) {
  const { pathname } = useLocation();
  const { company } = usePortal();
  if (useCurrentUser() === null && company === null) return <LandingLinks {...props} />;
  return MAIN_NAVIGATION.map(({ to, label, covers }) => {
    const isHome = to === "/roadmap" && pathname === "/" && company !== null;
    return (
      <NavigationLink key={to} {...props} to={to} isCurrent={isHome || covers.test(pathname)}>
        {label}
      </NavigationLink>
    );
  });
}

/** Links to the demo portal and to the FAQs are left out if there are none. */
function LandingLinks(props: NavigationLinksProps) {
  const { demoSubdomain } = usePortal();
  const demo = usePortalLink(demoSubdomain ?? "");
  // The landing page loads the FAQs.
  const faqs = useQuery({ ...apiQuery("/api/admin/faqs"), enabled: false }).data;
  return (
    <>
      <NavigationLink {...props} to="/#features">
        Features
      </NavigationLink>
      {demoSubdomain === null ? null : (
        <NavigationLink {...props} to={demo.href}>
          Demo
        </NavigationLink>
      )}
      {faqs?.length ? (
        <NavigationLink {...props} to="/#faq">
          FAQ
        </NavigationLink>
      ) : null}
    </>
  );
}

interface NavigationLinkProps extends NavigationLinksProps {
  to: string;
  isCurrent?: boolean;
  children: string;
}

function NavigationLink({
  to,
  isCurrent = false,
  linkClassName,
  onFollow,
  children,
}: NavigationLinkProps) {
  return (
    <a
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
      {children}
    </a>
  );
}
