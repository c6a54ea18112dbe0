import type { User } from "#contract/users.ts";
import { isAdminOf } from "./users.policy.ts";
import type { Viewer } from "./users.policy.ts";

/** What a viewer may see of a tenant: parameters of the queries whose result depends on it. */
export interface Visibility<ViewerId = number | null> {
  readonly companyId: number;
  /** Null for an anonymous visitor. */
  readonly viewerId: ViewerId;
  /**
   * Whether the viewer sees private boards, their items and the addresses of authors, as admins of
   * the company do.
   */
  readonly canSeePrivate: boolean;
}

/** Null without a tenant. */
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
