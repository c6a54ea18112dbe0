import type { CatalogueRule } from "./catalogueRules.ts";

/** A single violation, and the rule that must detect it. */
export interface CatalogueMutant {
  name: string;
  rule: CatalogueRule;
  /** SQL to run as the owner. */
  sql: string;
}
