import type { ScenarioResult } from "../measure/results.ts";
import { svg } from "./svg.ts";
import { svgText } from "./svgText.ts";

const LABELS = 300;
const WIDTH = 860;
const ROW = 26;
const TOP = 48;
const BAR = WIDTH - LABELS - 190;

/**
 * Draws a scenario's rate as a share of its ceiling. The ceiling is the rate of the bare statements
 * or password comparisons. For a scenario without these measurements, the ceiling is the rate of
 * the bare HTTP server.
 */
function bar({ title, portal, bareWork, bareHttp }: ScenarioResult, index: number): string {
  const bare = bareWork ?? bareHttp;
  const share = bare ? portal.requestsPerSecond / bare.requestsPerSecond : 0;
  const y = TOP + index * ROW;
  const color = bareWork ? "#6366f1" : "#0d9488";
  const rate = `${(share * 100).toFixed(0)} % · ${Math.round(portal.requestsPerSecond).toLocaleString("en")}/s`;
  return [
    svgText(LABELS - 8, y + 14, title, 'text-anchor="end"'),
    `<rect x="${String(LABELS)}" y="${String(y + 2)}" width="${(BAR * Math.min(1, share)).toFixed(1)}" height="${String(ROW - 9)}" rx="3" fill="${color}"/>`,
    svgText(LABELS + BAR + 8, y + 14, rate, 'class="number"'),
  ].join("\n");
}

/** Draws each scenario's rate as a share of its ceiling, as SVG. */
export function sharePlot(scenarios: readonly ScenarioResult[]): string {
  const bottom = TOP + scenarios.length * ROW;
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const x = LABELS + BAR * share;
    const line = `<line x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${String(TOP - 8)}" y2="${String(bottom)}" class="line"/>`;
    return `${line}${svgText(x, TOP - 14, `${String(share * 100)} %`, 'text-anchor="middle" class="quiet"')}`;
  });
  const title = "Requests a second as a share of the ceiling";
  const legend = [
    `<rect x="${String(LABELS)}" y="${String(bottom + 10)}" width="12" height="12" rx="3" fill="#6366f1"/>`,
    svgText(
      LABELS + 18,
      bottom + 21,
      "of its statements over the bare driver (log in: of the hashing)",
      'class="quiet"',
    ),
    `<rect x="${String(LABELS)}" y="${String(bottom + 32)}" width="12" height="12" rx="3" fill="#0d9488"/>`,
    svgText(
      LABELS + 18,
      bottom + 43,
      "of a bare node:http server with the same bytes",
      'class="quiet"',
    ),
  ];
  return svg(WIDTH, bottom + 56, title, [...marks, ...scenarios.map(bar), ...legend]);
}
