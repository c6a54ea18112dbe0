import { apiKeysApi } from "#contract/apiKeys.ts";
import {
  companyAdmin,
  confirmedAdmin,
  confirmedObjectAdmin,
  objectAdmin,
} from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { listApiKeys } from "./apiKeys.queries.ts";
import { apiKeyLimit, changeApiKey, createApiKey, revokeApiKey } from "./changeApiKeys.ts";

export const apiKeysRoutes = [
  route(apiKeysApi.list, companyAdmin, ({ database, tenantId: companyId }) =>
    database.system.all(listApiKeys, { companyId }),
  ),
  route(apiKeysApi.create, confirmedAdmin, createApiKey, apiKeyLimit),
  route(apiKeysApi.update, confirmedObjectAdmin, changeApiKey),
  route(apiKeysApi.remove, objectAdmin, revokeApiKey),
];
