import { webhooksApi } from "#contract/webhooks.ts";
import {
  companyAdmin,
  confirmedAdmin,
  confirmedObjectAdmin,
  objectAdmin,
} from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import {
  listWebhookDeliveriesPage,
  readWebhookDelivery,
  sendWebhookAgain,
  sendWebhooksSince,
  testLimit,
  testWebhook,
} from "./deliveryLog.ts";
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhookSecret,
  saveLimit,
} from "./manageWebhooks.ts";

export const webhooksRoutes = [
  route(webhooksApi.list, companyAdmin, listWebhooks),
  route(webhooksApi.create, confirmedAdmin, createWebhook, saveLimit),
  route(webhooksApi.update, confirmedObjectAdmin, changeWebhook, saveLimit),
  route(webhooksApi.remove, objectAdmin, removeWebhook),
  route(webhooksApi.rotate, confirmedObjectAdmin, rotateWebhookSecret),
  route(webhooksApi.test, objectAdmin, testWebhook, testLimit),
  route(webhooksApi.deliveries, objectAdmin, listWebhookDeliveriesPage),
  route(webhooksApi.delivery, objectAdmin, readWebhookDelivery),
  route(webhooksApi.send, objectAdmin, sendWebhookAgain),
  route(webhooksApi.sendSince, objectAdmin, sendWebhooksSince),
];
