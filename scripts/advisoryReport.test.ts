import { expect, test } from "vitest";
import { readAdvisories } from "./advisoryReport.mjs";

const report = (vulnerabilities: object) =>
  `npm warn config\n${JSON.stringify({ auditReportVersion: 2, vulnerabilities })}\n`;

const isInPortal = (name: string) => name === "fastify";

test("an advisory of a package in the portal fails the check", () => {
  const found = { fastify: { severity: "high", range: "<5.12.9" } };
  expect(readAdvisories(report(found), isInPortal)).toEqual({
    lines: ["high: fastify <5.12.9"],
    failed: true,
  });
});

test("an advisory of a development package is listed and does not fail the check", () => {
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
