import type { Community } from "../../faults/support/createCommunity.ts";
import type { Sql } from "../../faults/support/ownerSql.ts";
import type { NameServer } from "#server/checks/fixtures/nameServer.ts";
import type { CheckList } from "./checkList.ts";
import type { HttpsClient } from "./httpsClient.ts";
import type { Portal } from "./portal.ts";
import type { Pooler } from "./services.ts";

/** Everything that runs during the trial, for use in the checks. */
export interface Trial {
  checks: CheckList;
  client: HttpsClient;
  /** A company with users and items, whose host is a subdomain of `BASE_DOMAIN`. */
  community: Community;
  /** The portals behind Caddy. A new portal takes the index of the portal that it replaces. */
  portals: Portal[];
  pooler: Pooler;
  /** The name server that the portals query for custom domains. */
  names: NameServer;
  /** Runs SQL as the database's owner, without PgBouncer. */
  sql: Sql;
}
