import { expect, test } from "vitest";
import { loginPath, safeReturnPath, signInAddress } from "./safeReturnPath.ts";

test.each([
  "/",
  "/roadmap",
  "/feedback?sort=date&search=a%20b",
  "/board/ideas#top",
  "/feedback/12?from=/feedback",
])("a path of this origin is followed: %s", (path) => {
  expect(safeReturnPath(path)).toBe(path);
});

test.each([
  null,
  undefined,
  "",
  "roadmap",
  "//evil.example",
  "/\\evil.example",
  "/a\\b",
  "/\t/evil.example",
  "/\n/evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  " /roadmap",
  "/.//evil.example",
  "/roadmap/../..//evil.example",
])("anything else leads to /roadmap: %j", (value) => {
  expect(safeReturnPath(value)).toBe("/roadmap");
});

test("letters of other alphabets are written as a header may hold them", () => {
  expect(safeReturnPath("/feedback?search=日本")).toBe("/feedback?search=%E6%97%A5%E6%9C%AC");
});

test.each(["/login", "/x/../login", "/login?from=/x", "/register", "/register#a"])(
  "never back to the sign-in pages: %s",
  (path) => {
    expect(safeReturnPath(path)).toBe("/roadmap");
  },
);

test("the way to the sign-in page and back keeps the whole address", () => {
  const path = "/feedback?search=a&b=1";
  const from = new URL(loginPath(path), "http://localhost").searchParams.get("from");
  expect(safeReturnPath(from)).toBe(path);
});

test.each([
  ["/feedback/7", "?x=1", "/register?from=%2Ffeedback%2F7%3Fx%3D1"],
  ["/", "?utm=mail", "/register"],
  ["/login", "?from=%2Ffeedback%2F7&token=secret", "/register?from=%2Ffeedback%2F7"],
  ["/reset-password", "?token=secret", "/register"],
])("the sign-in page leads back to where one is: %s%s", (pathname, search, address) => {
  expect(signInAddress("/register", { pathname, search })).toBe(address);
});
