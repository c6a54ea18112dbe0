import { cn } from "#web/ui/cn.ts";
import { IllustratedLine } from "./IllustratedLine.tsx";

const PORTALS = [
  { address: "acme.", bar: "bg-blue-dot", place: "translate-y-2" },
  { address: "globex.", bar: "bg-green-dot", place: "-translate-y-1" },
  { address: "initech.", bar: "bg-amber-dot", place: "translate-y-3" },
];

/** An illustration of three portals, each with a URL and a colour of its own. */
export function TenantsIllustration() {
  return (
    <div className="grid w-full max-w-72 grid-cols-3 gap-2">
      {PORTALS.map(({ address, bar, place }) => (
        <div key={address} className={cn("overflow-hidden rounded-lg border bg-surface", place)}>
          <div className={cn("h-2", bar)} />
          <div className="space-y-1.5 p-2">
            <p className="text-xs font-medium">{address}</p>
            <IllustratedLine className="w-full" />
            <IllustratedLine className="w-3/4" />
            <span className={cn("block h-3 w-8 rounded", bar)} />
          </div>
        </div>
      ))}
    </div>
  );
}
