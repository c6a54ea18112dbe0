import { routes } from "#server/app/routes.ts";
import { sessionCookieName } from "#server/platform/access/sessionToken.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { openApiDocument } from "#server/platform/routing/openApi.ts";

/** The OpenAPI document of this version, as a portal behind https serves it. */
export const currentOpenApi = openApiDocument(routes, {
  provider: loadConfig({}).provider,
  sessionCookie: sessionCookieName(true),
});
