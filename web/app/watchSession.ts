import type { QueryClient } from "@tanstack/react-query";
import { isApiError } from "./api/isApiError.ts";
import { currentUserQuery, fetchCurrentUser } from "./api/session.ts";
import { setCallingUser } from "./api/signedInAs.ts";
import { setDraftOwner } from "#web/ui/drafts.ts";
import { currentToast, toastAfterReload } from "#web/ui/toast.ts";
import { forgetUnsavedChanges, hasUnsavedChanges } from "#web/ui/unsavedChanges.ts";

/** Under which this browser's tabs at this host tell each other who is signed in, by id. */
const STORAGE_KEY = "signed-in";

/** A tab that comes to the front again and again asks no more often than this, in milliseconds. */
const PAUSE_MS = 5_000;

/**
 * Loads the page anew once it turns out that it shows what somebody sees who is not signed in any more, or was not then: the server then
 * says what is to be seen instead. It turns out when a call is refused, when another tab says who is signed in, when the tab comes to the
 * front, and when the browser brings the page back from memory. Until then drafts and calls are those of whom the page was drawn for.
 */
export function watchSession(client: QueryClient): void {
  let shownFor: number | null = null;
  let isChecking = false;
  let checkedAt = Date.now();
  const check = async ({ isRefused = false } = {}) => {
    if (isChecking) return;
    isChecking = true;
    checkedAt = Date.now();
    const userId = await signedInNow(client, shownFor);
    if (userId !== shownFor) reload({ isForAnother: userId !== null, isRefused });
    isChecking = false;
  };
  const showFor = (userId: number | null) => {
    shownFor = userId;
    setDraftOwner(userId);
    setCallingUser(userId);
    tellOtherTabs(userId);
  };
  const checkRefusal = (error: unknown) => {
    if (shownFor !== null && isApiError(error) && error.status === 401)
      void check({ isRefused: true });
  };
  showFor(userOf(client));
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    if (event.action.type === "error") checkRefusal(event.action.error);
    const userId = userOf(client);
    if (userId === shownFor) return;
    // Who signs in and goes elsewhere before the answer comes stays on the page, and everything is fetched anew.
    if (shownFor === null) showFor(userId);
    else void check();
  });
  client.getMutationCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error") checkRefusal(event.action.error);
  });
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === STORAGE_KEY && newValue !== String(shownFor)) void check();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void check();
  });
  document.addEventListener("visibilitychange", () => {
    // Sessions end elsewhere, too; they begin only in this browser, whose tabs tell of it.
    const isWorthIt = shownFor !== null && Date.now() - checkedAt >= PAUSE_MS;
    if (document.visibilityState === "visible" && isWorthIt) void check();
  });
}

function tellOtherTabs(userId: number | null): void {
  try {
    localStorage.setItem(STORAGE_KEY, String(userId));
  } catch {
    // They learn of it when they come to the front.
  }
}

/** Whom the page takes for signed in. */
function userOf(client: QueryClient): number | null {
  return client.getQueryData(currentUserQuery.queryKey)?.id ?? null;
}

/** Without an answer nothing is known to be wrong. */
async function signedInNow(client: QueryClient, shownFor: number | null): Promise<number | null> {
  return fetchCurrentUser(client).then(
    (user) => user?.id ?? null,
    () => shownFor,
  );
}

function reload({ isForAnother, isRefused }: { isForAnother: boolean; isRefused: boolean }): void {
  // Who signs in again elsewhere can still save it; nobody else is to see it.
  if (hasUnsavedChanges() && !isForAnother) return;
  forgetUnsavedChanges();
  const said = currentToast();
  // Else it may tell of what the one before was doing.
  if (isRefused && said?.open) toastAfterReload(said);
  window.location.reload();
}
