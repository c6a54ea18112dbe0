import type { QueryClient } from "@tanstack/react-query";
import { isApiError } from "#web/app/api/call.ts";
import type { User } from "#contract/users.ts";
import { currentUserQuery, fetchCurrentUser, isAdminOf, portalQuery } from "./api/session.ts";
import { signInQuestion } from "#web/app/api/questions.ts";
import type { Navigator } from "./navigation/Navigator.ts";
import type { PageTable } from "./pageTable.ts";
import { setCallingUser } from "#web/app/api/callOverHttp.ts";
import { setDraftOwner } from "#web/ui/drafts.ts";
import { currentToast, toast, toastAfterReload } from "#web/ui/toast.ts";
import { forgetUnsavedChanges, hasUnsavedChanges } from "#web/ui/unsavedChanges.ts";

/** Storage key by which this browser's tabs on this host share the id of the signed-in user. */
const STORAGE_KEY = "signed-in";

/**
 * A tab that becomes visible checks its session only if its last check was at least this many
 * milliseconds ago.
 */
const LEAST_INTERVAL_MS = 5_000;

/**
 * Reloads the page when the signed-in user is no longer the user for whom the page was loaded.
 * Checks this when a call is refused with 401, when another tab reports another user, when the tab
 * becomes visible, and when the browser restores the page from its back/forward cache. Until the
 * reload, drafts are stored for the user for whom the page was loaded, and calls name this user. If
 * nobody is signed in any more, a page with unsaved changes is not reloaded. A toast then says that
 * the user must log in again. A page that asks the user to log in again is not reloaded either. If the user stays and becomes or ceases to be an admin, a page that
 * has another form for admins is loaded again within the document.
 */
export function watchSession(client: QueryClient, pages: PageTable, navigator: Navigator): void {
  let pageUserId: number | null = null;
  let wasAdmin = isCachedAdmin(client);
  let isChecking = false;
  let checkedAt = Date.now();
  const check = async ({ isRefused = false } = {}) => {
    if (isChecking) return;
    isChecking = true;
    checkedAt = Date.now();
    const userId = await currentUserId(client, pageUserId);
    if (userId !== pageUserId) reload({ hasOtherUser: userId !== null, isRefused });
    // The user has logged in again in another tab, while this tab still asks for it.
    else if (userId !== null && signInQuestion.isOpen) signInQuestion.answer(true);
    isChecking = false;
  };
  const setPageUser = (userId: number | null) => {
    pageUserId = userId;
    setDraftOwner(userId);
    setCallingUser(userId);
    notifyOtherTabs(userId);
  };
  const checkRefusal = (error: unknown) => {
    if (pageUserId !== null && isApiError(error) && error.status === 401)
      void check({ isRefused: true });
  };
  setPageUser(cachedUser(client)?.id ?? null);
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    if (event.action.type === "error") checkRefusal(event.action.error);
    const user = cachedUser(client);
    const userId = user?.id ?? null;
    if (userId !== pageUserId && pageUserId !== null) {
      void check();
      return;
    }
    // A user who opens another page while the login is pending stays on that page, without a
    // reload, because the login refetches all queries.
    if (userId !== pageUserId) setPageUser(userId);
    const isAdmin = isCachedAdmin(client);
    if (isAdmin === wasAdmin) return;
    wasAdmin = isAdmin;
    const { page, adminPage } = pages(navigator.target.pathname).entry;
    if (page !== adminPage) navigator.loadAgain();
  });
  client.getMutationCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error") checkRefusal(event.action.error);
  });
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === STORAGE_KEY && newValue !== String(pageUserId)) void check();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void check();
  });
  document.addEventListener("visibilitychange", () => {
    // Without a user no check is needed: a session starts only in a tab of this browser, and that
    // tab reports it.
    const isDue = pageUserId !== null && Date.now() - checkedAt >= LEAST_INTERVAL_MS;
    if (document.visibilityState === "visible" && isDue) void check();
  });
}

function notifyOtherTabs(userId: number | null): void {
  try {
    localStorage.setItem(STORAGE_KEY, String(userId));
  } catch {
    // Without storage, the tab cannot notify other tabs. Tabs with a signed-in user still check the
    // session when they become visible.
  }
}

/** Returns the user in the page's query cache; null if nobody is signed in. */
function cachedUser(client: QueryClient): User | null {
  return client.getQueryData(currentUserQuery.queryKey) ?? null;
}

/** Whether the user in the page's query cache is an admin of the portal's company. */
function isCachedAdmin(client: QueryClient): boolean {
  const portal = client.getQueryData(portalQuery.queryKey);
  return isAdminOf(cachedUser(client), portal?.tenantId ?? null);
}

/**
 * Returns the id of the signed-in user. If the call fails, the page's user is assumed to be still
 * signed in.
 */
async function currentUserId(
  client: QueryClient,
  pageUserId: number | null,
): Promise<number | null> {
  return fetchCurrentUser(client).then(
    (user) => user?.id ?? null,
    () => pageUserId,
  );
}

function reload({ hasOtherUser, isRefused }: { hasOtherUser: boolean; isRefused: boolean }): void {
  if (signInQuestion.isOpen && !hasOtherUser) return;
  // The same user can sign in again and then save the changes, so the page is not reloaded. Another
  // user must not see the changes.
  if (hasUnsavedChanges() && !hasOtherUser) {
    toast({
      title: "You have been logged out",
      description: "What you have typed is still here. Log in again to go on.",
      action: {
        label: "Log in",
        onPress: () => void signInQuestion.ask({ to: "go on", hasEnded: true }),
      },
    });
    return;
  }
  forgetUnsavedChanges();
  const shownToast = currentToast();
  // Only the toast of a refused call is shown again after the reload. Other toasts could tell the
  // new user what the previous user did.
  if (isRefused && shownToast?.open) toastAfterReload(shownToast);
  window.location.reload();
}
