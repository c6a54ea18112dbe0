import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import type { AccessFixtures } from "../accessFixtures.ts";
import type { CreateEntity, EntityKind } from "../entities.ts";

/** Columns of every row. `server/checks/fixtures/viewers.ts` describes the viewers. */
export const VIEWERS: readonly ViewerKey[] = ["N", "A", "U", "P", "C", "X", "V", "S", "T", "W"];

/** Query, body and headers of a request. */
export interface Sent {
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One call and the expected status for each viewer. */
export interface PolicyRow {
  readonly about: string;
  /** Ten status codes in the order of `VIEWERS`. */
  readonly statuses: string;
  readonly kind: EntityKind;
  readonly make?: CreateEntity;
  readonly send?: (
    fixtures: AccessFixtures,
    viewer: ViewerKey,
    kind: EntityKind,
  ) => Sent | Promise<Sent>;
  /** Each viewer gets new fixtures, because the call ends sessions or changes passwords. */
  readonly needsOwnFixtures?: true;
}

type Options = Pick<PolicyRow, "send" | "needsOwnFixtures"> & { about?: string };

/** A call without path parameters. */
export function call(statuses: string, options: Options = {}): PolicyRow {
  return { about: "", kind: "public", statuses, ...options };
}

/** A call with path parameters: one row per kind of entity. */
export function callOn(
  make: CreateEntity,
  statuses: Partial<Record<EntityKind, string>>,
  { about = "", ...options }: Options = {},
): PolicyRow[] {
  const rows: PolicyRow[] = [];
  for (const [kind, expected] of Object.entries(statuses)) {
    rows.push({
      about: `${about} ${kind}`.trim(),
      kind: kind as EntityKind,
      make,
      statuses: expected,
      ...options,
    });
  }
  return rows;
}

/** The same JSON body for all viewers. */
export const json = (body: unknown) => () => ({ body });

/** Expected status codes by method and path. */
export type AccessPolicy = Readonly<Record<string, readonly PolicyRow[]>>;
