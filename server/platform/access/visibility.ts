import type { User } from "#contract/users.ts";
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
   * Whether the viewer may see private boards, the items of these boards and the e-mail addresses
   * of authors. Only admins of the company may see this data.
   */
  readonly canSeePrivate: boolean;
}

/** Returns what the viewer may see of the tenant; null without a tenant. */
export function visibilityOf(viewer: User, tenantId: number | null): Visibility<number> | null;
export function visibilityOf(viewer: Viewer, tenantId: number | null): Visibility | null;
export function visibilityOf(viewer: Viewer, tenantId: number | null): Visibility | null {
  if (tenantId === null) return null;
  return {
    companyId: tenantId,
    viewerId: viewer?.id ?? null,
    canSeePrivate: isAdminOf(viewer, tenantId),
  };
}
