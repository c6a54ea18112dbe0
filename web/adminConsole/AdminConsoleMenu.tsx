import { useId } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { cn } from "#web/ui/cn.ts";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";
import type { AdminLink } from "./adminMenu.ts";
import { ADMIN_MENU } from "./adminMenu.ts";

/** The way between the console's screens: a list at the left of wide screens, a select above narrower ones. */
export function AdminConsoleMenu() {
  return (
    <>
      <nav aria-label="Admin console" className="hidden flex-col gap-4 lg:flex">
        {ADMIN_MENU.map(({ title, links }) => (
          <MenuGroup key={links[0]?.to} title={title} links={links} />
        ))}
      </nav>
      <MenuSelect />
    </>
  );
}

function MenuGroup({ title, links }: (typeof ADMIN_MENU)[number]) {
  const titleId = useId();
  return (
    <div>
      {title ? (
        <p id={titleId} className="mb-1 px-3 text-xs font-medium text-muted">
          {title}
        </p>
      ) : null}
      <ul aria-labelledby={title ? titleId : undefined} className="flex flex-col gap-0.5">
        {links.map((link) => (
          <li key={link.to}>
            <MenuLink link={link} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The current one wears the theme's menu colour. */
function MenuLink({ link: { to, label, icon: Icon } }: { link: AdminLink }) {
  const isCurrent = useCurrentPath() === to;
  return (
    <Link
      to={to}
      aria-current={isCurrent ? "page" : undefined}
      className={cn(
        "flex min-h-10 items-center gap-2.5 rounded-lg px-3 py-1.5 text-sm font-medium transition-colors",
        isCurrent ? "bg-menu-active text-on-menu-active" : "text-ink hover:bg-menu-hover/10",
      )}
    >
      <Icon aria-hidden="true" className={cn("size-4 shrink-0", !isCurrent && "text-muted")} />
      {label}
    </Link>
  );
}

function MenuSelect() {
  const path = useCurrentPath();
  const navigate = useNavigate();
  return (
    <NativeSelect
      aria-label="Admin console"
      className="lg:hidden"
      value={path}
      onChange={({ target }) => void navigate(target.value)}
    >
      {ADMIN_MENU.map(({ title, links }) =>
        title ? (
          <optgroup key={title} label={title}>
            <LinkOptions links={links} />
          </optgroup>
        ) : (
          <LinkOptions key={links[0]?.to} links={links} />
        ),
      )}
    </NativeSelect>
  );
}

function LinkOptions({ links }: { links: readonly AdminLink[] }) {
  return links.map(({ to, label }) => (
    <option key={to} value={to}>
      {label}
    </option>
  ));
}

/** The path without the slash at its end that some put there. */
function useCurrentPath(): string {
  return useLocation().pathname.replace(/\/+$/, "");
}
