import type { CatalogueRule } from "./catalogueRules.ts";

/** One thing broken in a database, and the rule that has to notice it. */
export interface CatalogueMutant {
  name: string;
  rule: CatalogueRule;
  /** Run as the owner. */
  sql: string;
}
