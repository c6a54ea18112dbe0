import { expect, test } from "vitest";
import { createPathTable } from "./pathTable.ts";

const entryAt = (path: string) => ({ path });
const paths = ["/", "/feedback", "/feedback/:id", "/board/:slug", "/feedback/new"];
const table = createPathTable(paths.map(entryAt), entryAt("rest"));

/** The path that was found, and the values of its open places. */
function found(pathname: string) {
  const { entry, params } = table(pathname);
  return [entry.path, params];
}

test("an address finds its page, whatever its case and the slashes at its end", () => {
  expect(found("/")).toEqual(["/", {}]);
  expect(found("/feedback")).toEqual(["/feedback", {}]);
  expect(found("/FeedBack//")).toEqual(["/feedback", {}]);
  expect(found("/%66eedback")).toEqual(["/feedback", {}]);
  expect(found("/Board/Ideas/")).toEqual(["/board/:slug", { slug: "Ideas" }]);
});

test("a fixed path goes before one with an open place", () => {
  expect(found("/feedback/new")).toEqual(["/feedback/new", {}]);
  expect(found("/feedback/7")).toEqual(["/feedback/:id", { id: "7" }]);
});

test("what stands in an open place is decoded, as far as it can be", () => {
  expect(found("/board/caf%C3%A9%20%2F%20bar")).toEqual(["/board/:slug", { slug: "café / bar" }]);
  expect(found("/board/100%")).toEqual(["/board/:slug", { slug: "100%" }]);
});

test("an open place takes exactly one segment, and a slash in a segment divides nothing", () => {
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
