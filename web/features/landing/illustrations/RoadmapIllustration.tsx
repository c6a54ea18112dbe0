import type { BadgeTone } from "#web/ui/Badge.tsx";
import { ToneDot } from "#web/ui/Badge.tsx";
import { IllustratedLine } from "./IllustratedLine.tsx";

const COLUMNS: readonly { tone: BadgeTone; cards: readonly string[] }[] = [
  { tone: "amber", cards: ["w-9", "w-6", "w-8"] },
  { tone: "blue", cards: ["w-7", "w-9"] },
  { tone: "violet", cards: ["w-8"] },
  { tone: "green", cards: ["w-6", "w-8"] },
];

/** An illustration of the four columns of the roadmap. */
export function RoadmapIllustration() {
  return (
    <div className="grid h-32 w-full max-w-72 grid-cols-4 gap-2">
      {COLUMNS.map(({ tone, cards }) => (
        <div key={tone} className="space-y-1.5 rounded-lg bg-hover p-1.5">
          <div className="flex items-center gap-1 py-0.5">
            <ToneDot tone={tone} className="size-1.5" />
            <IllustratedLine className="w-6 bg-control" />
          </div>
          {cards.map((width, index) => (
            <div key={index} className="space-y-1 rounded border bg-surface p-1.5">
              <IllustratedLine className={`${width} max-w-full bg-control`} />
              <IllustratedLine className="w-full" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
