import type { WebhookFigures } from "../measure/results.ts";
import { table } from "./table.ts";

/** Returns what votes cost with and without a webhook endpoint that gets them, as Markdown. */
export function webhookTable(figures: WebhookFigures | undefined): string {
  if (!figures) return "";
  const { without, with: received, ratios } = figures;
  return table(
    ["Votes", "a second", "processor time, ms"],
    [
      ["Without a webhook", without.requestsPerSecond.toFixed(0), without.milliseconds.toFixed(2)],
      [
        "With a webhook that gets them",
        received.requestsPerSecond.toFixed(0),
        received.milliseconds.toFixed(2),
      ],
      ["Median ratio of the pairs", ratios.rate.toFixed(2), ratios.processor.toFixed(2)],
    ],
  );
}
