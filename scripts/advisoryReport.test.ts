import { expect, test } from "vitest";
import { readAdvisories } from "./advisoryReport.mjs";

const report = (vulnerabilities: object) =>
  `npm warn config\n${JSON.stringify({ auditReportVersion: 2, vulnerabilities })}\n`;

const isInPortal = (name: string) => name === "fastify";

test("the check of advisories fails if there is an advisory about a package that a running portal contains", () => {
  const found = { fastify: { severity: "high", range: "<5.12.9" } };
  expect(readAdvisories(report(found), isInPortal)).toEqual({
    lines: ["high: fastify <5.12.9"],
    failed: true,
  });
});

test("the check of advisories lists an advisory about a development package, and does not fail", () => {
  const found = { vitest: { severity: "low", range: "<5" } };
  expect(readAdvisories(report(found), isInPortal)).toEqual({
    lines: ["low: vitest <5"],
    failed: false,
  });
});

test("the check of advisories passes if npm audit reports none", () => {
  expect(readAdvisories(report({}), isInPortal)).toEqual({
    lines: [],
    failed: false,
  });
});

test("the check of advisories reports a registry that publishes no advisories, and does not fail", () => {
  const error = 'npm warn audit 405\n{ "message": "405 Method Not Allowed", "error": {} }\n';
  expect(readAdvisories(error, isInPortal)).toEqual({
    lines: ["The registry publishes no advisories (405 Method Not Allowed). Nothing was checked."],
    failed: false,
  });
  expect(readAdvisories("npm error network\n", isInPortal).lines).toEqual([
    "The registry publishes no advisories (no report). Nothing was checked.",
  ]);
});
