import { expect, test } from "vitest";
import { backTarget } from "./BackLink.tsx";

const here = "https://acme.example.com/feedback/12?from=whatever";
const backFrom = (from: string | null, previous = "") => backTarget({ from, previous, here });

test.each([
  ["/feedback", "Back to Feedback List"],
  ["/feedback?sort=date&search=dashboard", "Back to Feedback List"],
  ["/feedback/7", "Back to Feedback List"],
  ["/", "Back to Roadmap"],
  ["/roadmap?boardId=21", "Back to Roadmap"],
  ["/changelog", "Back to Changelog"],
  ["/board/ideas", "Back to Board"],
  ["/board/ideas?status=planned#top", "Back to Board"],
])("the back link leads to the address in from=%s and has the label '%s'", (from, label) => {
  expect(backFrom(from)).toEqual({ to: from, label });
});

test.each([
  "",
  "feedback",
  "/settings",
  "/feedbacks",
  "/board",
  "/roadmaps",
  "/roadmap/x",
  "/changelogs",
  "//evil.example/feedback",
  "/\\evil.example/feedback",
  "/feedback\\x",
  "/\t/evil.example/feedback",
  "/feedback\n",
  "https://acme.example.com/feedback",
  "https://evil.example/feedback",
  "javascript:alert(1)//feedback",
  "/feedback/../settings",
  "/feedback/%2e%2e/settings",
  "/feedback/12?from=/feedback",
])("the back link ignores the parameter from=%j", (from) => {
  expect(backFrom(from)).toEqual({ to: "/feedback", label: "Back to Feedback List" });
});

test("without a valid parameter 'from', the back link leads to the previous page if that page is a list page of the same origin", () => {
  expect(backFrom(null, "https://acme.example.com/board/ideas?sort=date")).toEqual({
    to: "/board/ideas?sort=date",
    label: "Back to Board",
  });
  expect(backFrom("/settings", "https://acme.example.com/feedback?search=a").to).toBe(
    "/feedback?search=a",
  );
});

test("if both the parameter 'from' and the previous page are valid, the back link uses the parameter", () => {
  expect(backFrom("/feedback?sort=date", "https://acme.example.com/board/ideas").to).toBe(
    "/feedback?sort=date",
  );
});

test.each([
  "https://evil.example/board/ideas",
  "http://acme.example.com/board/ideas",
  "https://acme.example.com/roadmap",
  "https://acme.example.com/login?from=/board/ideas",
  "https://acme.example.com/feedback/12",
  "no address",
])(
  "the back link ignores a previous page that is not a list page of this origin: %s",
  (previous) => {
    expect(backFrom(null, previous).to).toBe("/feedback");
  },
);
