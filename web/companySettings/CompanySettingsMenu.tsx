import { Fragment } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { cn } from "#web/ui/cn.ts";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";
import { SETTINGS_MENU } from "./settingsMenu.ts";

type SettingsLink = (typeof SETTINGS_MENU)[number];

/** The way between the settings' screens: a list at the left of wide screens, a select above narrower ones. */
export function CompanySettingsMenu() {
  return (
    <>
      <nav aria-label="Company settings" className="hidden lg:block">
        <MenuList links={SETTINGS_MENU} />
      </nav>
      <MenuSelect />
    </>
  );
}

function MenuList({ links, isNested = false }: { links: readonly SettingsLink[]; isNested?: boolean }) {
  return (
    <ul className={cn("flex flex-col gap-0.5", isNested && "mt-0.5 ml-5 border-l pl-2")}>
      {links.map((link) => (
        <li key={link.to}>
          <MenuLink link={link} />
          {link.children ? <MenuList links={link.children} isNested /> : null}
        </li>
      ))}
    </ul>
  );
}

/** The current one wears the theme's menu colour. */
function MenuLink({ link: { to, label, icon: Icon } }: { link: SettingsLink }) {
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
      aria-label="Company settings"
      className="lg:hidden"
      value={path}
      onChange={({ target }) => void navigate(target.value)}
    >
      {SETTINGS_MENU.map(({ to, label, children }) => (
        <Fragment key={to}>
          <option value={to}>{label}</option>
          {children?.map((child) => (
            <option key={child.to} value={child.to}>
              {`${label}: ${child.label}`}
            </option>
          ))}
        </Fragment>
      ))}
    </NativeSelect>
  );
}

/** The path without the slash at its end that some put there. */
function useCurrentPath(): string {
  return useLocation().pathname.replace(/\/+$/, "");
}
