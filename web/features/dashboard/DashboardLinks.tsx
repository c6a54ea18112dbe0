import { FileText, PanelsTopLeft, Settings, Users } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";

const LINKS = [
  { to: "/admin/users", label: "User Management", icon: Users },
  { to: "/admin/site-settings", label: "Site Settings", icon: Settings },
  { to: "/admin/landing-page", label: "Landing Page", icon: PanelsTopLeft },
  { to: "/admin/content", label: "Content Management", icon: FileText },
] as const;

/**
 * The four buttons of the dashboard (docs/specification.md "Admin dashboard (/admin/settings)").
 */
export function DashboardLinks() {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      {LINKS.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <Button asChild variant="secondary" className="h-12 w-full justify-start">
            <a href={to}>
              <Icon aria-hidden="true" className="text-muted" />
              {label}
            </a>
          </Button>
        </li>
      ))}
    </ul>
  );
}
