import type { ComponentType } from "react";
import { useId } from "react";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { TRAILING_SLASHES } from "#web/app/navigation/pathTable.ts";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { useDisclosure } from "#web/ui/useDisclosure.ts";
import type { IconComponent } from "#web/ui/icons.ts";
import { ChevronDown } from "#web/ui/icons.ts";

export interface SectionLink {
  readonly to: string;
  readonly label: string;
  readonly icon: IconComponent;
  /** Displayed after the label. */
  readonly Badge?: ComponentType;
  readonly children?: readonly SectionLink[];
  /** Whether screens below the path `to` belong to this one. */
  readonly hasSubScreens?: true;
}

export interface SectionGroup {
  /** Heading of the group; null if the group needs no heading. */
  readonly title: string | null;
  readonly links: readonly SectionLink[];
}

interface SectionMenuProps {
  /** Accessible name of the menu. */
  label: string;
  groups: readonly SectionGroup[];
}

/**
 * The links between a section's screens. They are a list at the left on wide screens and a
 * collapsed list above the content on narrow screens.
 */
export function SectionMenu({ label, groups }: SectionMenuProps) {
  return (
    <>
      <nav aria-label={label} className="hidden flex-col gap-4 lg:flex">
        <MenuGroups groups={groups} />
      </nav>
      <FoldedMenu label={label} groups={groups} />
    </>
  );
}

interface MenuProps {
  /**
   * Called when the link of the current screen is clicked. This click must collapse the menu. A
   * click on another link need not, because the other screen is opened with a collapsed menu of its
   * own.
   */
  onCurrent?: (() => void) | undefined;
}

function MenuGroup({ title, links, onCurrent }: SectionGroup & MenuProps) {
  const titleId = useId();
  return (
    <div>
      {title ? (
        <p id={titleId} className="mb-1 px-3 text-xs font-medium text-muted">
          {title}
        </p>
      ) : null}
      <MenuList links={links} labelledBy={title ? titleId : undefined} onCurrent={onCurrent} />
    </div>
  );
}

interface MenuListProps extends MenuProps {
  links: readonly SectionLink[];
  labelledBy?: string | undefined;
  isNested?: boolean;
}

function MenuList({ links, labelledBy, isNested = false, onCurrent }: MenuListProps) {
  return (
    <ul
      aria-labelledby={labelledBy}
      className={cn("flex flex-col gap-0.5", isNested && "mt-0.5 ml-5 border-l pl-2")}
    >
      {links.map((link) => (
        <li key={link.to}>
          <MenuLink link={link} onCurrent={onCurrent} />
          {link.children ? <MenuList links={link.children} isNested onCurrent={onCurrent} /> : null}
        </li>
      ))}
    </ul>
  );
}

/** A link of the menu. The link of the current screen has the theme's menu colour. */
function MenuLink({ link, onCurrent }: MenuProps & { link: SectionLink }) {
  const { to, label, icon: Icon, Badge } = link;
  const current = currentOf(link, useCurrentPath());
  return (
    <a
      href={to}
      aria-current={current}
      onClick={current === "page" ? onCurrent : undefined}
      className={cn(
        "flex min-h-10 items-center gap-2.5 rounded-lg px-3 py-1.5 text-sm font-medium transition-colors",
        "text-ink",
        current ? "bg-menu-tint" : "hover:bg-menu-hover/10",
      )}
    >
      <Icon aria-hidden="true" className={cn("size-4 shrink-0", !current && "text-muted")} />
      {label}
      {Badge ? <Badge /> : null}
    </a>
  );
}

function FoldedMenu({ label, groups }: SectionMenuProps) {
  const { isOpen, fold, button, panel } = useDisclosure();
  const path = useCurrentPath();
  const links = groups.flatMap((group) =>
    group.links.flatMap((link) => [link, ...(link.children ?? [])]),
  );
  return (
    <nav aria-label={label} className="lg:hidden">
      <Button variant="secondary" {...button} className="w-full justify-between">
        <span className="truncate">
          <span className="sr-only">{label}: </span>
          {links.find((link) => currentOf(link, path))?.label ?? label}
        </span>
        <ChevronDown
          aria-hidden="true"
          className={cn("transition-transform", isOpen && "rotate-180")}
        />
      </Button>
      <div {...panel} hidden={!isOpen} className="mt-2 space-y-4 rounded-xl border bg-surface p-2">
        <MenuGroups groups={groups} onCurrent={fold} />
      </div>
    </nav>
  );
}

function MenuGroups({ groups, onCurrent }: Pick<SectionMenuProps, "groups"> & MenuProps) {
  return groups.map((group) => (
    <MenuGroup key={group.links[0]?.to} {...group} onCurrent={onCurrent} />
  ));
}

/** Whether a link leads to the screen at `path`, or to the one to which that screen belongs. */
function currentOf({ to, hasSubScreens }: SectionLink, path: string): "page" | "true" | undefined {
  if (path === to) return "page";
  return hasSubScreens && path.startsWith(`${to}/`) ? "true" : undefined;
}

/** Returns the current path without trailing slashes. */
function useCurrentPath(): string {
  return useLocation().pathname.replace(TRAILING_SLASHES, "");
}
