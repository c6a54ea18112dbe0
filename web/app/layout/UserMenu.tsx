import type { User } from "#contract/users.ts";
import { Avatar } from "#web/ui/Avatar.tsx";
import { Button } from "#web/ui/Button.tsx";
import { lazyMenu } from "#web/ui/lazyComponent.tsx";

const Menu = lazyMenu<{ user: User }>(
  async () => (await import("./UserMenuPanel.tsx")).UserMenuPanel,
);

/**
 * The avatar menu with the signed-in user, the links of the user's role, the theme and Log out
 * (docs/specification.md "Main header").
 */
export function UserMenu({ user }: { user: User }) {
  return (
    <Menu
      user={user}
      button={
        <Button variant="ghost" size="icon" className="rounded-full">
          <Avatar name={user.fullName} />
          <span className="sr-only">Account menu of {user.fullName ?? user.username}</span>
        </Button>
      }
    />
  );
}
