import type { ReactNode } from "react";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { initials } from "#web/ui/Avatar.tsx";
import { signInAddress } from "./signInPaths.ts";
import { ChartNoAxesColumn, Megaphone, MessageSquareText } from "#web/ui/adminIcons.ts";
import type { IconComponent } from "#web/ui/icons.ts";

interface AuthScreenProps {
  title: string;
  subtitle?: string;
  children: ReactNode;
  /** The link to another sign-in page, displayed below the form. */
  footer?: ReactNode;
  /** What stands beside the form, if not what the portal is for. */
  panel?: AuthPanel;
}

/** What the panel beside a form says. */
export interface AuthPanel {
  /** Names the panel for screen readers. */
  readonly label: string;
  readonly title: string;
  readonly points: readonly {
    readonly icon: IconComponent;
    readonly title: string;
    readonly text: string;
  }[];
}

/**
 * The layout of a page where people prove or change who they are: the form is on the left, a panel
 * on the right. Narrow screens show the form only.
 */
export function AuthScreen({ title, subtitle, children, footer, panel }: AuthScreenProps) {
  const pitch = usePitch();
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
      <SidePanel panel={panel ?? pitch} />
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

/** Returns what the portal is for. */
function usePitch(): AuthPanel {
  const { company } = usePortal();
  return {
    label: "About this portal",
    title: company
      ? `Help shape what ${company.name} builds next`
      : "Build what your customers ask for",
    points: PITCHES,
  };
}

/**
 * The panel beside the form. In light mode its background is the site's auth background colour
 * (docs/specification.md "/login"). The brand's mark is its only colour in dark mode.
 */
function SidePanel({ panel: { label, title, points } }: { panel: AuthPanel }) {
  const { company, site } = usePortal();
  return (
    <aside
      aria-label={label}
      className="hidden flex-col justify-center bg-auth-background px-12 py-16 text-on-auth-background lg:flex xl:px-20"
    >
      <div className="max-w-md">
        <span
          aria-hidden="true"
          className="mb-6 grid size-12 place-items-center rounded-xl bg-primary text-base font-semibold text-on-primary"
        >
          {initials(company?.name ?? site.siteName)}
        </span>
        <p className="text-xl font-semibold text-balance">{title}</p>
        <ul className="mt-8 flex flex-col gap-6">
          {points.map(({ icon: Icon, ...point }) => (
            <li key={point.title} className="flex gap-4">
              <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} />
              <div>
                <p className="text-base font-medium">{point.title}</p>
                <p className="mt-0.5 text-pretty">{point.text}</p>
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
