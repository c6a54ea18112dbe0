import { expect, test } from "vitest";
import { createPathTable } from "./pathTable.ts";

const entryAt = (path: string) => ({ path });
const paths = ["/", "/feedback", "/feedback/:id", "/board/:slug", "/feedback/new"];
const table = createPathTable(paths.map(entryAt), entryAt("rest"));

/** Returns the path of the entry that is found for a path, and the path's parameters. */
function found(pathname: string) {
  const { entry, params } = table(pathname);
  return [entry.path, params];
}

test("finding the page of a path ignores case and trailing slashes", () => {
  expect(found("/")).toEqual(["/", {}]);
  expect(found("/feedback")).toEqual(["/feedback", {}]);
  expect(found("/FeedBack//")).toEqual(["/feedback", {}]);
  expect(found("/%66eedback")).toEqual(["/feedback", {}]);
  expect(found("/Board/Ideas/")).toEqual(["/board/:slug", { slug: "Ideas" }]);
});

test("the page of a path with 100,000 slashes is found at once", () => {
  const started = performance.now();
  expect(found(`/feedback${"/".repeat(100_000)}x`)).toEqual(["rest", {}]);
  expect(found(`/feedback${"/".repeat(100_000)}`)).toEqual(["/feedback", {}]);
  expect(performance.now() - started).toBeLessThan(1000);
});

test("a fixed path has priority over a path with parameters", () => {
  expect(found("/feedback/new")).toEqual(["/feedback/new", {}]);
  expect(found("/feedback/7")).toEqual(["/feedback/:id", { id: "7" }]);
});

test("path parameters are decoded, and malformed parameters are returned unchanged", () => {
  expect(found("/board/caf%C3%A9%20%2F%20bar")).toEqual(["/board/:slug", { slug: "café / bar" }]);
  expect(found("/board/100%")).toEqual(["/board/:slug", { slug: "100%" }]);
});

test("a path parameter matches exactly one segment, and an encoded slash does not split a segment", () => {
  for (const pathname of [
    "/feedback//7",
    "/board",
    "/board/a/b",
    "//feedback",
    "/board%2Fa",
    "/nowhere",
  ]) {
    expect(found(pathname), pathname).toEqual(["rest", {}]);
  }
});
