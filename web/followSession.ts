import type { QueryClient } from "@tanstack/react-query";
import { isApiError } from "./api/isApiError.ts";
import { currentUserQuery, fetchCurrentUser } from "./api/session.ts";
import { currentToast, toastAfterReload } from "./ui/toast.ts";
import { hasUnsavedChanges } from "./ui/unsavedChanges.ts";

/**
 * Loads the page anew once it turns out that it shows what somebody sees who is not signed in any more, or was not then: the server then
 * says what is to be seen instead. It turns out when a call is refused, and when the browser brings the page back from memory.
 */
export function followSession(client: QueryClient): void {
  let isChecking = false;
  const check = async () => {
    if (isChecking) return;
    isChecking = true;
    if (await isForOthers(client)) reload();
    isChecking = false;
  };
  const checkRefusal = (error: unknown) => {
    const isSignedIn = Boolean(client.getQueryData(currentUserQuery.queryKey));
    if (isSignedIn && isApiError(error) && error.status === 401) void check();
  };
  client.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error") checkRefusal(event.action.error);
  });
  client.getMutationCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error") checkRefusal(event.action.error);
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void check();
  });
}

/** Without an answer nothing is known to be wrong. */
async function isForOthers(client: QueryClient): Promise<boolean> {
  const shownFor = client.getQueryData(currentUserQuery.queryKey);
  const user = await fetchCurrentUser(client).catch(() => shownFor);
  return user?.id !== shownFor?.id;
}

function reload(): void {
  // Who signs in again elsewhere can still save it.
  if (hasUnsavedChanges()) return;
  const said = currentToast();
  if (said?.open) toastAfterReload(said);
  window.location.reload();
}
