import type { ApiScope } from "#contract/scopes.ts";
import type { User } from "#contract/users.ts";
import type { ApiKeyUse } from "./apiKey.ts";
import { isAdminOf } from "./users.policy.ts";
import type { Viewer } from "./users.policy.ts";

/**
 * What a viewer may see of a tenant. Queries whose result depends on the viewer take these
 * properties as parameters.
 */
export interface Visibility<ViewerId = number | null> {
  readonly companyId: number;
  /** The viewer's id; null for an anonymous visitor. */
  readonly viewerId: ViewerId;
  /**
   * Whether the viewer may see private boards, the items of these boards, internal notes and posts
   * that wait for approval. Only admins of the company may, and API keys with `private:read`.
   */
  readonly canSeePrivate: boolean;
  /** Whether the viewer may see the e-mail addresses of others: admins, keys with `people:read`. */
  readonly canSeeAddresses: boolean;
  /** Whether the viewer may see drafts of the changelog: admins, keys with `changelog`. */
  readonly canSeeDrafts: boolean;
  /** Whether the viewer is an admin of the company or one of its keys, whose posts never wait. */
  readonly isTeam: boolean;
}

/** What every visitor may see. */
export const VISITOR = {
  canSeePrivate: false,
  canSeeAddresses: false,
  canSeeDrafts: false,
  isTeam: false,
} as const;

/**
 * Returns what the viewer may see of the tenant; null without a tenant.
 * @param apiKey the key as whose account the viewer acts
 */
export function visibilityOf(
  viewer: User,
  tenantId: number | null,
  apiKey: ApiKeyUse | null,
): Visibility<number> | null;
export function visibilityOf(
  viewer: Viewer,
  tenantId: number | null,
  apiKey: ApiKeyUse | null,
): Visibility | null;
export function visibilityOf(
  viewer: Viewer,
  tenantId: number | null,
  apiKey: ApiKeyUse | null,
): Visibility | null {
  if (tenantId === null) return null;
  const isTeam = isAdminOf(viewer, tenantId);
  const may = (scope: ApiScope) => isTeam && (apiKey === null || apiKey.scopes.includes(scope));
  return {
    companyId: tenantId,
    viewerId: viewer?.id ?? null,
    canSeePrivate: may("private:read"),
    canSeeAddresses: may("people:read"),
    canSeeDrafts: may("changelog"),
    isTeam,
  };
}
