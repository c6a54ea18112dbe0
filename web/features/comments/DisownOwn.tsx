import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import type { DisownButtonProps } from "./DisownButton.tsx";

// Loaded on demand, because few users have imported posts.
const DisownButton = lazyPart(async () => (await import("./DisownButton.tsx")).DisownButton);

interface DisownOwnProps extends DisownButtonProps {
  post: { isImported: boolean; userId: number | null };
}

/** The button that disowns an imported post, for the user who is its author. */
export function DisownOwn({ post, ...button }: DisownOwnProps) {
  const user = useCurrentUser();
  return post.isImported && post.userId === user?.id ? <DisownButton {...button} /> : null;
}
