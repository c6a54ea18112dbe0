import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import type { AccessFixtures } from "../accessFixtures.ts";

/**
 * The kinds of entities to which an id in a path can refer, as seen from company A. Foreign
 * entities belong to B.
 */
export const ENTITY_KINDS = ["public", "private", "foreign", "foreignPrivate", "missing"] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

/** An id that no row has. */
export const MISSING_ID = 999_999_999_999;

export type Params = Record<string, number | string>;

/** Creates the entity that a request is about and returns its path parameters. */
export type CreateEntity = (
  fixtures: AccessFixtures,
  kind: EntityKind,
  viewer: ViewerKey,
) => Promise<Params>;
