import linkShapes from "lucide/dist/esm/icons/link.mjs";
import { Button } from "#web/ui/Button.tsx";
import { copyText } from "#web/ui/copyText.ts";
import { createIcon } from "#web/ui/icons.ts";
import { toast } from "#web/ui/toast.ts";
import { useHydrated } from "#web/ui/useHydrated.ts";

const LinkIcon = createIcon(linkShapes);

/**
 * Shares the address of an item's page: on touch screens with the system's dialog, elsewhere through
 * the clipboard.
 */
export function ShareButton({ title }: { title: string }) {
  const isHydrated = useHydrated();
  const share = async () => {
    const url = window.location.origin + window.location.pathname;
    if ("share" in navigator && window.matchMedia("(pointer: coarse)").matches)
      // The call is refused if the user closes the system's dialog.
      return navigator.share({ title, url }).catch(() => undefined);
    const isCopied = await copyText(url);
    return toast({ title: isCopied ? "Link copied" : "The link could not be copied" });
  };
  return (
    <Button
      variant="secondary"
      size="sm"
      className="grow noscript:hidden"
      disabled={!isHydrated}
      onClick={() => void share()}
    >
      <LinkIcon aria-hidden="true" className="text-muted" />
      Share
    </Button>
  );
}
