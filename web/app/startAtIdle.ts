import type { QueryClient } from "@tanstack/react-query";
import { toast } from "#web/ui/toast.ts";
import { isPlainClick } from "#web/ui/plainClick.ts";
import { startLiveUpdates } from "./live/startLiveUpdates.ts";

/** Starts what a page needs only once it can be used: live updates, and the viewer of pictures. */
export function startAtIdle(client: QueryClient, livePosition: string): void {
  startLiveUpdates(client, livePosition);
  openPicturesOnClick();
}

/**
 * Opens the pictures of texts in a viewer, whose code is loaded then. A picture is a link to itself,
 * which works without this. Returns a function that removes the listener.
 */
export function openPicturesOnClick(): () => void {
  const open = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const link = target?.closest<HTMLAnchorElement>("a[data-picture]");
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    void import("#web/features/markdown/PictureViewer.tsx")
      .then(({ showPictures }) => showPictures(link))
      .catch(() => {
        const description = "Network error occurred. If it stays, reload the page.";
        toast({ title: "Error", description, variant: "destructive" });
      });
  };
  document.addEventListener("click", open);
  return () => document.removeEventListener("click", open);
}
