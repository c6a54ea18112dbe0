import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { changelogSubscribersApi } from "#contract/changelogSubscribers.ts";
import { changelogApi } from "#contract/changelog.ts";
import { changelogExamples } from "#contract/changelog.examples.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { aCustomer, anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { Refusal } from "#web/testing/ScriptedServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const entry = changelogExamples.readEntry.response;
const other = {
  ...entry,
  id: 32,
  title: "Quicker search",
  slug: "quicker-search",
  items: [],
  labels: [],
};

const main = () => page.getByRole("main");
const box = () => page.getByRole("region", { name: "Subscribe" });
const articles = () => main().getByRole("article");

const dataOf = (changes = {}) => acmeData({ entries: [entry, other], ...changes });

test("an entry shows its version, labels and completed items, and a completed item without an entry stands by itself", async () => {
  const items = [anItem({ id: 900, title: "On its own", status: "complete" })];
  await openPage(acmeServer(dataOf({ items })), "/changelog");
  await expect.element(articles()).toHaveLength(3);
  const [first] = articles().all();
  await expect
    .element(first ?? articles())
    .toMatchTextContent(/Version 2\.4\.0.*New.*Dark mode is here/);
  await expect.element(first ?? articles()).toMatchTextContent(/Dark mode.*Completed on/);
  await expect.element(articles().last()).toMatchTextContent(/On its own.*Completed on/);
  await expectWellMade("the changelog");
});

test("a label and a search list only the entries that they find, and what nothing matches says so", async () => {
  const { address } = await openPage(acmeServer(dataOf()), "/changelog");
  await page.getByRole("navigation", { name: "Labels" }).getByRole("link", { name: "New" }).click();
  await expect.element(articles()).toHaveLength(1);
  expect(address()).toBe("/changelog?label=7");
  await page.getByRole("navigation", { name: "Labels" }).getByRole("link", { name: "All" }).click();
  await page.getByRole("searchbox", { name: "Search the changelog" }).fill("quicker");
  await userEvent.keyboard("{Enter}");
  await expect.element(articles()).toHaveLength(1);
  await expect.element(articles()).toMatchTextContent("Quicker search");
  await openPage(acmeServer(dataOf()), "/changelog?search=nothing");
  await expect.element(page.getByText("No entries found")).toBeVisible();
});

test("a visitor who enters an address is told to open the mailed link, and an invalid address gets an error beside the field", async () => {
  const server = acmeServer(dataOf());
  await openPage(server, "/changelog");
  server.respond(changelogSubscribersApi.request, () => {
    throw new Refusal(400, "Validation error", { errors: { email: ["Invalid email format"] } });
  });
  const field = box().getByRole("textbox", { name: "Get new entries by mail" });
  await field.fill("nobody@example.com");
  await box().getByRole("button", { name: "Subscribe" }).click();
  await expect.element(box().getByRole("alert")).toHaveTextContent("Invalid email format");
  server.respond(changelogSubscribersApi.request, undefined);
  await field.fill("robin@example.com");
  await box().getByRole("button", { name: "Subscribe" }).click();
  await expect.element(box().getByRole("status")).toMatchTextContent("robin@example.com");
});

test("a signed-in user subscribes and unsubscribes with one click", async () => {
  const server = acmeServer(dataOf({ user: aCustomer() }));
  let isSubscribed = false;
  server
    .respond(changelogSubscribersApi.read, () => ({ isSubscribed }))
    .respond(changelogSubscribersApi.subscribe, () => {
      isSubscribed = true;
      return { isSubscribed };
    })
    .respond(changelogSubscribersApi.unsubscribe, () => {
      isSubscribed = false;
    });
  await openPage(server, "/changelog");
  await box().getByRole("button", { name: "Subscribe", exact: true }).click();
  await expect.element(shownToast()).toHaveTextContent("You get new changelog entries by mail");
  await box().getByRole("button", { name: "Unsubscribe" }).click();
  await expect.element(box().getByRole("button", { name: "Subscribe", exact: true })).toBeVisible();
});

test("the page of an entry shows the entry, and an address without an entry leads back to the changelog", async () => {
  const server = acmeServer(dataOf()).respond(changelogApi.getBySlug, ({ params }) => {
    if (params.slug !== entry.slug) throw new Refusal(404, "Changelog entry not found");
    return entry;
  });
  await openPage(server, `/changelog/${entry.slug}`);
  await expect.element(page.getByRole("heading", { level: 1, name: entry.title })).toBeVisible();
  await expect
    .element(page.getByRole("complementary"))
    .toMatchTextContent(/Completed with this.*Dark mode/);
  await expectWellMade("the page of an entry");
  await openPage(server, "/changelog/none");
  await expect.element(page.getByText("Changelog entry not found")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "See the changelog" })).toBeVisible();
});
