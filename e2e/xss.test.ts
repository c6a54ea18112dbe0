import { commentsApi } from "#contract/comments.ts";
import { oneLine } from "#contract/storedText.ts";
import { acme } from "./support/accounts.ts";
import { callApi } from "./support/callApi.ts";
import { newBoard, ownCompany } from "./support/companyAdmin.ts";
import { newItem } from "./support/feedbackItems.ts";
import { goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";
import { expectText } from "./support/xss/expectText.ts";
import { payloads } from "./support/xss/payloads.ts";
import { watchForXss } from "./support/xss/watchForXss.ts";

// The lint rule react/no-danger forbids raw HTML in components. xss*.long.test.ts tries every
// payload in every field.

/** A dozen short payloads, spread over the kinds of payloads. */
const DOZEN = payloads
  .filter((text) => text.length < 70 && oneLine(text) === text)
  .filter((_, index, short) => index % Math.ceil(short.length / 12) === 0);

test("a dozen XSS payloads in a board's name, titles, descriptions and comments are shown as text", async ({
  open,
}) => {
  const { admin, company } = await ownCompany();
  const [name = "", ...titles] = DOZEN;
  await newBoard(admin, { name });
  const description = DOZEN.join("\n");
  for (const title of titles) await newItem(admin, { title, description });
  const { id } = await newItem(admin, { title: "Last", description });
  const params = { id: String(id) };
  await callApi(admin, commentsApi.create, { params, body: { content: description } });

  const page = await open(company);
  const found = await watchForXss(page.context(), company);
  await goTo(page, "/feedback");
  await expectText(page, found, [name, ...titles]);
  await page.getByRole("link", { name: "Last" }).click();
  await expectText(page, found, [name, description]);
  await goTo(page, `/feedback/${String(id)}`);
  await expectText(page, found, [name, description]);
});

test("on a portal page, a script can neither turn text into markup nor run text as a script", async ({
  open,
  complaints,
}) => {
  complaints.expect(/Trusted|trusted-types/);
  const page = await open(acme);
  await goTo(page, "/feedback");
  const outcomes = await page.evaluate(() => {
    const attempts: (() => unknown)[] = [
      () => document.body.insertAdjacentHTML("beforeend", "<b>bold</b>"),
      () => (document.createElement("p").innerHTML = "<b>bold</b>"),
      () => new DOMParser().parseFromString("<b>bold</b>", "text/html"),
      () => (document.createElement("script").src = "/assets/x.js"),
      () => (document.createElement("script").textContent = "1"),
      () =>
        (
          window as unknown as {
            trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
          }
        ).trustedTypes.createPolicy("mine", {}),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return "done";
      } catch (error) {
        return (error as Error).name;
      }
    });
  });
  expect(outcomes).toEqual(outcomes.map(() => "TypeError"));
});
