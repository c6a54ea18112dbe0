import { acme } from "./support/accounts.ts";
import { expect, test } from "./support/test.ts";

test("the API documentation shows an operation, and nothing is loaded from another host", async ({
  open,
  complaints,
}) => {
  // The policy blocks Redoc's attempts to load its logo from its own host and to use eval.
  complaints.expect(/cdn\.redoc\.ly|script-src eval/);
  const page = await open(acme);
  const origins = new Set<string>();
  page.on("response", (response) => origins.add(new URL(response.url()).origin));
  await page.goto("/api/docs");
  await expect(page.getByRole("heading", { level: 1, name: "Hearback" })).toBeVisible();
  await page.getByRole("link", { name: "/api/feedback/{id}/vote" }).first().click();
  await expect(page).toHaveURL(/castVote|vote/i);
  // The origin of data URLs is "null".
  origins.delete("null");
  expect([...origins]).toEqual([new URL(page.url()).origin]);
});
