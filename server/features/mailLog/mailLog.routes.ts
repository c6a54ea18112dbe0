import { mailDeliveriesApi } from "#contract/mailDeliveries.ts";
import { mailSuppressionsApi } from "#contract/mailSuppressions.ts";
import { companyAdmin, anyAdmin, superAdmin } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { listMailDeliveriesPage } from "./listMailDeliveriesPage.ts";
import { listMailSuppressionsPage, removeMailSuppression } from "./mailSuppressions.ts";

export const mailLogRoutes = [
  route(mailDeliveriesApi.listOfCompany, companyAdmin, ({ database, query, tenantId }) =>
    listMailDeliveriesPage(database.system, {
      ...query,
      companyId: tenantId,
      hidesAddresses: true,
    }),
  ),
  route(mailDeliveriesApi.list, superAdmin, ({ database, query }) =>
    listMailDeliveriesPage(database.system, { ...query, hidesAddresses: false }),
  ),
  route(mailSuppressionsApi.list, anyAdmin, listMailSuppressionsPage),
  route(mailSuppressionsApi.remove, anyAdmin, removeMailSuppression),
];
