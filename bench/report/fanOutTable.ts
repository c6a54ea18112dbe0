import type { FanOutFigures } from "../measure/results.ts";
import { table } from "./table.ts";

/** Returns the figures of notifying many voters as Markdown. */
export function fanOutTable(figures: FanOutFigures | undefined): string {
  if (!figures) return "";
  const { voters, withVoters, withFew, perSecond, peakBytes } = figures;
  const many = voters.toLocaleString("en");
  return table(
    ["Notifying voters", ""],
    [
      [`Change of status of an item with ${many} voters, p50`, `${withVoters.toFixed(0)} ms`],
      ["The same for an item with few voters, p50", `${withFew.toFixed(0)} ms`],
      ["Accounts notified a second, without mails", perSecond.off.toFixed(0)],
      ["The same with mails at once", perSecond.immediate.toFixed(0)],
      ["The same with daily mails", perSecond.daily.toFixed(0)],
      ["Memory of the portal, highest", `${(peakBytes / 1_000_000).toFixed(0)} MB`],
    ],
  );
}
