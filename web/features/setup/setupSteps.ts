import type { QueryClient } from "@tanstack/react-query";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import type { Company } from "#contract/companies.ts";
import { onePageQuery, wholeListQuery } from "#web/app/api/apiQuery.ts";

/** One step of the set-up of a portal. */
export interface SetupStep {
  readonly title: string;
  readonly help: string;
  /** The page where the admin does the step; null for the step that shares the portal's link. */
  readonly href: string | null;
  readonly isDone: boolean;
}

/**
 * Returns the steps of the set-up, in order. What is done follows from the company's data, except
 * that the browser stores that the link was copied, which counts as done once somebody has signed
 * up. A company without a subdomain has no link.
 */
export function useSetupSteps(company: Company): readonly SetupStep[] {
  const { id, logoUrl, subdomain, brandingSettings } = company;
  const boards = useQuery(wholeListQuery("/api/boards")).data ?? [];
  const isLinkCopied = useSetupMark(id, "link-copied");
  const hasCustomers = (useQuery(CUSTOMERS).data?.total ?? 0) > 0;
  const hasTeam = useHasTeam();
  const share = {
    title: "Share your portal",
    help: "Send its address to your customers, or link to it from your product.",
    href: null,
    isDone: isLinkCopied || hasCustomers,
  };
  return [
    {
      title: "Create your first board",
      help: "Feedback is collected on boards.",
      href: "/company/boards",
      isDone: boards.length > 0,
    },
    {
      title: "Add your logo",
      help: "It stands in the header and in mails.",
      href: "/company/settings/logo",
      isDone: logoUrl !== null,
    },
    {
      title: "Choose your colour",
      help: "Pick one. The others follow it.",
      href: "/company/settings/brand",
      isDone: brandingSettings.primaryColor !== DEFAULT_BRANDING.primaryColor,
    },
    ...(subdomain === null ? [] : [share]),
    {
      title: "Invite a teammate",
      help: "Company admins manage boards and answer feedback together.",
      href: "/company/members",
      isDone: hasTeam,
    },
  ];
}

const ADMINS = onePageQuery("/api/members", { query: { role: "company_admin", limit: "1" } });
const CUSTOMERS = onePageQuery("/api/members", { query: { role: "user", limit: "1" } });
const INVITATIONS = onePageQuery("/api/invitations", { query: { limit: "1" } });

/** Preloads what the steps are derived from. */
export const preloadSetup = (client: QueryClient) =>
  Promise.allSettled([
    client.query(wholeListQuery("/api/boards")),
    client.query(ADMINS),
    client.query(CUSTOMERS),
    client.query(INVITATIONS),
  ]);

/** Whether the company has a second admin or an open invitation. */
function useHasTeam(): boolean {
  const admins = useQuery(ADMINS).data?.total ?? 0;
  const invitations = useQuery(INVITATIONS).data?.total ?? 0;
  return admins > 1 || invitations > 0;
}

/**
 * What this browser stores of the set-up; the server stores nothing. `begun`: an open step was
 * shown. `thanked`: the word of thanks was read. `later`: hidden until the tab is closed.
 */
type SetupMark = "link-copied" | "begun" | "thanked" | "later";

const listeners = new Set<() => void>();

const storageOf = (mark: SetupMark) => (mark === "later" ? sessionStorage : localStorage);
const keyOf = (companyId: number, mark: SetupMark) => `setup:${String(companyId)}:${mark}`;

/** Whether the mark is set for this company. Always false on the server and until hydration. */
export function useSetupMark(companyId: number, mark: SetupMark): boolean {
  const isSet = useCallback(() => readMark(companyId, mark), [companyId, mark]);
  return useSyncExternalStore(subscribe, isSet, () => false);
}

/** Sets the mark for this company. Does nothing if the browser has no storage. */
export function setSetupMark(companyId: number, mark: SetupMark): void {
  if (readMark(companyId, mark)) return;
  try {
    storageOf(mark).setItem(keyOf(companyId, mark), "1");
  } catch {
    // Without storage, the step that shares the link stays open, and nothing can be hidden.
  }
  for (const listener of listeners) listener();
}

function readMark(companyId: number, mark: SetupMark): boolean {
  try {
    return storageOf(mark).getItem(keyOf(companyId, mark)) !== null;
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
