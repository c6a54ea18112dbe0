import { mailBouncesApi } from "#contract/mailBounces.ts";
import { route } from "#server/platform/routing/route.ts";
import { bounceReporter } from "./bounceReporter.ts";
import { bounceLimit, reportMailBounce } from "./reportMailBounce.ts";

export const mailDeliveryRoutes = [
  route(mailBouncesApi.report, bounceReporter, reportMailBounce, bounceLimit),
];
