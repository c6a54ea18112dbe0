import type { CatalogueRule } from "./catalogueRules.ts";

/** A change of the database catalogue that violates a rule. */
export interface CatalogueMutant {
  name: string;
  rule: CatalogueRule;
  /** SQL to run as the owner. */
  sql: string;
}
