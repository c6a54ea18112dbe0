import type { ReactNode } from "react";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { initials } from "#web/ui/Avatar.tsx";
import { signInAddress } from "./signInPaths.ts";
import { ChartNoAxesColumn, Megaphone, MessageSquareText } from "#web/ui/adminIcons.ts";

interface AuthScreenProps {
  title: string;
  subtitle?: string;
  children: ReactNode;
  /** The link to another sign-in page, displayed below the form. */
  footer?: ReactNode;
}

/**
 * The layout of a sign-in page: the form is on the left, the marketing panel on the right. Narrow
 * screens show the form only.
 */
export function AuthScreen({ title, subtitle, children, footer }: AuthScreenProps) {
  return (
    <div className="grid flex-1 grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
      <div className="flex flex-col items-center justify-center px-4 py-10 sm:px-6">
        <div className="w-full max-w-sm">
          <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
          {subtitle ? <p className="mt-1 text-base wrap-anywhere text-muted">{subtitle}</p> : null}
          <div className="mt-8">{children}</div>
          {footer ? <p className="mt-6 text-sm wrap-anywhere text-muted">{footer}</p> : null}
        </div>
      </div>
      <MarketingPanel />
    </div>
  );
}

const PITCHES = [
  {
    icon: MessageSquareText,
    title: "Feedback boards",
    text: "Every idea in one place, with votes and comments that show what matters most.",
  },
  {
    icon: ChartNoAxesColumn,
    title: "Interactive roadmaps",
    text: "What is being evaluated, planned and built, open for everyone to follow.",
  },
  {
    icon: Megaphone,
    title: "Public changelogs",
    text: "Finished work finds its way back to the people who asked for it.",
  },
] as const;

/**
 * The panel beside the form. In light mode its background is the site's auth background colour
 * (docs/specification.md "/login"). The brand's mark is its only colour in dark mode.
 */
function MarketingPanel() {
  const { company, site } = usePortal();
  return (
    <aside
      aria-label="About this portal"
      className="hidden flex-col justify-center bg-auth-background px-12 py-16 text-on-auth-background lg:flex xl:px-20"
    >
      <div className="max-w-md">
        <span
          aria-hidden="true"
          className="mb-6 grid size-12 place-items-center rounded-xl bg-primary text-base font-semibold text-on-primary"
        >
          {initials(company?.name ?? site.siteName)}
        </span>
        <p className="text-xl font-semibold text-balance">
          {company
            ? `Help shape what ${company.name} builds next`
            : "Build what your customers ask for"}
        </p>
        <ul className="mt-8 flex flex-col gap-6">
          {PITCHES.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-4">
              <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} />
              <div>
                <p className="text-base font-medium">{title}</p>
                <p className="mt-0.5 text-pretty">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

interface AuthLinkProps {
  to: "/login" | "/register" | "/forgot-password";
  children: string;
}

/** A link from one sign-in page to another. The link passes on the page to open after the login. */
export function AuthLink({ to, children }: AuthLinkProps) {
  return (
    <a
      href={signInAddress(to, useLocation())}
      className="font-medium text-primary-text underline-offset-4 hover:underline"
    >
      {children}
    </a>
  );
}
