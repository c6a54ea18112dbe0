import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import type { AccessFixtures } from "../accessFixtures.ts";
import type { CreateEntity, EntityKind } from "../entities/entity.ts";

/**
 * The viewers of a row's columns, in order. `server/checks/fixtures/viewers.ts` describes the
 * viewers.
 */
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
  /** Whether each viewer gets new fixtures, because the call ends sessions or changes passwords. */
  readonly needsOwnFixtures?: true;
}

type Options = Pick<PolicyRow, "send" | "needsOwnFixtures"> & { about?: string };

/** Creates the row for a call without path parameters. */
export function call(statuses: string, options: Options = {}): PolicyRow {
  return { about: "", kind: "public", statuses, ...options };
}

/** Creates the rows for a call with path parameters, one row per kind of entity. */
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

/** Sends the same JSON body as every viewer. */
export const json = (body: unknown) => () => ({ body });

/** Expected status codes by method and path. */
export type AccessPolicy = Readonly<Record<string, readonly PolicyRow[]>>;
