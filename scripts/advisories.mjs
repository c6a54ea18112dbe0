import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readAdvisories } from "./advisoryReport.mjs";
import { runNpm } from "./install.mjs";
import { root } from "./runtime.mjs";

const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
const isInPortal = (name) =>
  Object.entries(packages).some(
    ([path, entry]) => path.endsWith(`node_modules/${name}`) && !entry.dev && !entry.devOptional,
  );

async function readFolder(folder, contains) {
  const args = ["audit", "--json", "--fetch-timeout=10000", "--fetch-retries=0"];
  const { output } = await runNpm(folder, args);
  return readAdvisories(output, contains);
}

const reports = [
  await readFolder(root, isInPortal),
  await readFolder(join(root, "bench", "browser"), () => false),
];
const lines = new Set(reports.flatMap((report) => report.lines));
for (const line of lines) console.log(line);
if (lines.size === 0) console.log("No advisories.");
process.exitCode = reports.some(({ failed }) => failed) ? 1 : 0;
