import { expect, test } from "vitest";
import { safeReturnPath } from "#contract/safeReturnPath.ts";
import { loginPath, signInAddress } from "./signInPaths.ts";

test.each([
  "/",
  "/roadmap",
  "/feedback?sort=date&search=a%20b",
  "/board/ideas#top",
  "/feedback/12?from=/feedback",
  "/authors",
  "/%2F%2Fevil.example",
  "/%5Cevil.example",
])("a path of the portal's own origin is accepted as return path: %s", (path) => {
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
  "/%2e%2e//evil.example",
  "/roadmap/../..//evil.example",
])("an unsafe return path is replaced by /roadmap: %j", (value) => {
  expect(safeReturnPath(value)).toBe("/roadmap");
});

test("non-ASCII characters of a return path are percent-encoded", () => {
  expect(safeReturnPath("/feedback?search=日本")).toBe("/feedback?search=%E6%97%A5%E6%9C%AC");
});

test.each([
  "/login",
  "/x/../login",
  "/login?from=/x",
  "/register",
  "/register#a",
  "/auth",
  "/auth/oidc/company?link=1",
  "/auth/token?token=x",
  "/x/../auth/application?to=/",
  "/%61uth/oidc/github?link=1",
  "/au%74h/application",
])("a page that logs in or registers is not accepted as return path: %s", (path) => {
  expect(safeReturnPath(path)).toBe("/roadmap");
});

test("the return path in the login URL keeps the whole query string", () => {
  const path = "/feedback?search=a&b=1";
  const from = new URL(loginPath(path), "http://localhost").searchParams.get("from");
  expect(safeReturnPath(from)).toBe(path);
});

test.each([
  ["/feedback/7", "?x=1", "/register?from=%2Ffeedback%2F7%3Fx%3D1"],
  ["/", "?utm=mail", "/register"],
  ["/login", "?from=%2Ffeedback%2F7&token=secret", "/register?from=%2Ffeedback%2F7"],
  ["/reset-password", "?token=secret", "/register"],
])(
  "a link to /register contains the return path, but no tokens: %s%s",
  (pathname, search, address) => {
    expect(signInAddress("/register", { pathname, search })).toBe(address);
  },
);
