import { CircleCheck } from "#web/ui/icons.ts";
import { Info, TriangleAlert } from "#web/ui/adminIcons.ts";
import type { BrandingSettings } from "#contract/branding.ts";
import { cn } from "#web/ui/cn.ts";
import type { ContrastCheck } from "./contrastChecks.ts";
import { contrastChecks, ratioLabel } from "./contrastChecks.ts";

/**
 * Lists the contrast ratios that `contrastChecks` returns, with a warning if the configured button
 * text is hard to read on the primary colour.
 */
export function ContrastList({ colors }: { colors: BrandingSettings }) {
  return (
    <ul aria-label="Contrast" className="mt-5 flex flex-col gap-2">
      {contrastChecks(colors).map((check) => (
        <ContrastEntry key={check.label} check={check} />
      ))}
    </ul>
  );
}

function ContrastEntry({ check }: { check: ContrastCheck }) {
  const { label, ratio, remedy, isWarning } = check;
  const Icon = remedy === null ? CircleCheck : isWarning ? TriangleAlert : Info;
  return (
    <li
      className={cn(
        "flex items-start gap-2.5 text-sm",
        isWarning && "rounded-lg bg-amber-tint p-3",
      )}
    >
      <Icon
        aria-hidden="true"
        className={cn(
          "mt-0.5 size-4 shrink-0",
          remedy === null ? "text-green-text" : isWarning ? "text-amber-text" : "text-muted",
        )}
      />
      <span className={cn("min-w-0", isWarning && "text-amber-text")}>
        {isWarning ? <strong className="font-semibold">Hard to read: </strong> : null}
        {label}{" "}
        <span className="font-medium whitespace-nowrap tabular-nums">{ratioLabel(ratio)}</span>
        {remedy === null ? null : (
          <span className={isWarning ? undefined : "text-muted"}>. {remedy}</span>
        )}
        {isWarning ? " At least 4.5:1 is needed." : null}
      </span>
    </li>
  );
}
