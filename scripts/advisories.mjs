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

const { output } = await runNpm(["audit", "--json", "--fetch-timeout=10000", "--fetch-retries=0"]);
const { lines, failed, answered } = readAdvisories(output, isInPortal);
for (const line of lines) console.log(line);
if (answered && lines.length === 0) console.log("No advisories.");
process.exitCode = failed ? 1 : 0;
