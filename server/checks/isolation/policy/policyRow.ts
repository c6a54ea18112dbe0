import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import type { AccessFixtures } from "../accessFixtures.ts";
import type { CreateEntity, EntityKind } from "../entities.ts";

/** The columns of every row: who they are stands in `server/checks/fixtures/viewers.ts`. */
export const VIEWERS: readonly ViewerKey[] = ["N", "A", "U", "P", "C", "X", "V", "S", "T", "W"];

/** What is sent besides the path. */
export interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
}

/** One call, and what each viewer gets for it. */
export interface PolicyRow {
  readonly about: string;
  /** Ten status codes, in the order of `VIEWERS`. */
  readonly statuses: string;
  readonly kind: EntityKind;
  readonly make?: CreateEntity;
  readonly send?: (
    fixtures: AccessFixtures,
    viewer: ViewerKey,
    kind: EntityKind,
  ) => Sent | Promise<Sent>;
  /** It ends sessions or changes passwords: each viewer gets a fixtures of their own. */
  readonly alone?: true;
}

type Options = Pick<PolicyRow, "send" | "alone"> & { about?: string };

/** A call that names nothing in its path. */
export function call(statuses: string, options: Options = {}): PolicyRow {
  return { about: "", kind: "public", statuses, ...options };
}

/** A call about something: a row for each kind of it. */
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

/** The same body for everybody. */
export const json = (body: unknown) => () => ({ body });

/** What each route answers to whom, by method and path. */
export type AccessPolicy = Readonly<Record<string, readonly PolicyRow[]>>;
