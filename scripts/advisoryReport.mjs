/**
 * Reads the output of `npm audit --json`. Only packages that a running portal contains can fail the
 * check, because all other packages run only on a developer's machine with the project's own files
 * as input.
 * @param {string} output of npm; warnings can precede the JSON document
 * @param {(name: string) => boolean} isInPortal whether a running portal contains the package
 * @returns {{ lines: string[], failed: boolean }}
 */
export function readAdvisories(output, isInPortal) {
  const report = parseReport(output);
  if (report?.vulnerabilities === undefined) {
    const reason = report?.message ?? "no report";
    return {
      lines: [`The registry publishes no advisories (${reason}). Nothing was checked.`],
      failed: false,
    };
  }
  const found = Object.entries(report.vulnerabilities);
  return {
    lines: found.map(([name, { severity, range }]) => `${severity}: ${name} ${range}`),
    failed: found.some(([name]) => isInPortal(name)),
  };
}

function parseReport(output) {
  const start = output.indexOf("{");
  const end = output.lastIndexOf("}");
  if (start === -1 || end === -1) return undefined;
  try {
    return JSON.parse(output.slice(start, end + 1));
  } catch {
    return undefined;
  }
}
