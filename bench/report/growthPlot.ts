import type { GrowthFigures } from "../measure/results.ts";
import { scenarios } from "../scenarios/scenarios.ts";
import { svg } from "./svg.ts";
import { svgText } from "./svgText.ts";

const COLORS = [
  "#6366f1",
  "#0d9488",
  "#d97706",
  "#db2777",
  "#0284c7",
  "#65a30d",
  "#dc2626",
  "#7c3aed",
  "#64748b",
];
const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [860, 420, 60, 24, 290, 48];
const LABEL_HEIGHT = 17;

/** Moves labels down until they do not overlap. */
function spread(places: readonly number[]): number[] {
  let free = -Infinity;
  return places.map((place) => (free = Math.max(place, free + LABEL_HEIGHT)));
}

/** Draws p50 over the number of items with logarithmic axes, as SVG. */
export function growthPlot(growth: readonly GrowthFigures[]): string {
  const [first, last] = [growth[0], growth.at(-1)];
  if (!first || !last) throw new Error("There is nothing to plot");
  const values = growth.flatMap(({ p50 }) => Object.values(p50));
  if (!values.every((value) => value > 0)) throw new Error("A time of nothing cannot be plotted");
  const low = 10 ** Math.floor(Math.log10(Math.min(...values)));
  const high = 10 ** Math.ceil(Math.log10(Math.max(...values)));
  const share = (value: number, from: number, to: number) =>
    (Math.log10(value) - Math.log10(from)) / Math.log10(to / from || 10);
  const x = (items: number) =>
    LEFT + (WIDTH - LEFT - RIGHT) * share(items, first.items, last.items);
  const y = (ms: number) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share(ms, low, high);
  const parts: string[] = [];
  for (let ms = low; ms <= high; ms *= 10) {
    parts.push(
      `<line x1="${String(LEFT)}" x2="${String(WIDTH - RIGHT)}" y1="${y(ms).toFixed(1)}" y2="${y(ms).toFixed(1)}" class="line"/>`,
      svgText(
        LEFT - 8,
        y(ms) + 4,
        `${String(Number(ms.toPrecision(1)))} ms`,
        'text-anchor="end" class="quiet"',
      ),
    );
  }
  for (const { items } of growth) {
    parts.push(
      svgText(
        x(items),
        HEIGHT - BOTTOM + 20,
        `${items.toLocaleString("en")} items`,
        'text-anchor="middle" class="quiet"',
      ),
    );
  }
  const names = Object.keys(first.p50).toSorted((a, b) => (last.p50[b] ?? 0) - (last.p50[a] ?? 0));
  const places = spread(names.map((name) => y(last.p50[name] ?? low)));
  for (const [index, name] of names.entries()) {
    const color = COLORS[index % COLORS.length] ?? "";
    const points = growth.map(
      ({ items, p50 }) => `${x(items).toFixed(1)},${y(p50[name] ?? low).toFixed(1)}`,
    );
    const title = scenarios.find((scenario) => scenario.name === name)?.title ?? name;
    parts.push(
      `<polyline points="${points.join(" ")}" fill="none" stroke="${color}" stroke-width="2"/>`,
      svgText(WIDTH - RIGHT + 14, (places[index] ?? 0) + 4, title, `style="fill: ${color}"`),
    );
  }
  return svg(
    WIDTH,
    HEIGHT,
    "Half of all single requests are faster than this, by the number of items",
    parts,
  );
}
