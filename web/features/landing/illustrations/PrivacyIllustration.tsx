import type { IconComponent } from "#web/ui/createIcon.tsx";
import { Lock } from "#web/ui/icons.ts";
import { Globe } from "#web/ui/pageIcons.ts";

const BOARDS: readonly { name: string; icon: IconComponent; access: string }[] = [
  { name: "Feature requests", icon: Globe, access: "Public" },
  { name: "Bug reports", icon: Globe, access: "Public" },
  { name: "Beta programme", icon: Lock, access: "Private" },
];

/** An illustration of a list of boards, the last of which is private. */
export function PrivacyIllustration() {
  return (
    <ul className="w-full max-w-64 space-y-1.5">
      {BOARDS.map(({ name, icon: Icon, access }) => (
        <li
          key={name}
          className="flex items-center gap-2 rounded-lg border bg-surface px-3 py-2 text-xs"
        >
          <Icon aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
          <span className="font-medium">{name}</span>
          <span className="ml-auto text-muted">{access}</span>
        </li>
      ))}
    </ul>
  );
}
