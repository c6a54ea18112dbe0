import type { Community } from "../../faults/support/createCommunity.ts";
import type { Sql } from "../../faults/support/ownerSql.ts";
import type { NameServer } from "#server/checks/fixtures/nameServer.ts";
import type { CheckList } from "./checkList.ts";
import type { HttpsClient } from "./httpsClient.ts";
import type { Portal } from "./portal.ts";
import type { Pooler } from "./services.ts";

/** Everything that runs, for the checks. */
export interface Trial {
  checks: CheckList;
  client: HttpsClient;
  /** A company with users and items, whose host is one of `BASE_DOMAIN`. */
  community: Community;
  /** The portals behind Caddy; a replaced one takes its predecessor's place. */
  portals: Portal[];
  pooler: Pooler;
  /** The name server that the portals ask about custom domains. */
  names: NameServer;
  /** Runs SQL as the owner, past PgBouncer. */
  sql: Sql;
}
