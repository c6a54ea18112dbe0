import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { ChangelogSubscriber } from "#contract/changelogSubscribers.ts";
import { changelogSubscribersApi } from "#contract/changelogSubscribers.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { anAdmin, daysAgo } from "#web/testing/fixtures.ts";
import { includes, pageFrom } from "#web/testing/lists.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { pressKeys } from "#web/testing/pressKeys.ts";
import { shownToast } from "#web/testing/shownToast.ts";
import { tableRows } from "#web/testing/tableRows.ts";

const PATH = "/company/subscribers";
const rows = () => tableRows("Subscribers");

const aSubscriber = (changes: Partial<ChangelogSubscriber>): ChangelogSubscriber => ({
  id: 1,
  userId: null,
  fullName: null,
  email: "reader@example.com",
  isSuppressed: false,
  createdAt: daysAgo(3),
  ...changes,
});

test("an admin finds a subscriber and removes the subscriber after a question", async () => {
  let subscribers = [
    aSubscriber({}),
    aSubscriber({ id: 2, userId: 11, fullName: "Robin Tester", email: "robin@example.com" }),
    aSubscriber({ id: 3, email: "gone@example.com", isSuppressed: true }),
  ];
  const server = acmeServer(acmeData({ user: anAdmin() }))
    .respond(changelogSubscribersApi.list, ({ query }) =>
      pageFrom(
        subscribers.filter(({ email }) => includes(email, query.search)),
        query,
      ),
    )
    .respond(changelogSubscribersApi.remove, ({ params }) => {
      subscribers = subscribers.filter(({ id }) => id !== params.id);
    });
  const { address } = await openPage(server, PATH);
  await expect.element(rows()).toHaveLength(3);
  await expect.element(rows().nth(1)).toMatchTextContent(/Robin Tester.*Account/);
  await expect.element(rows().nth(2)).toMatchTextContent(/gone@example\.com.*Mails come back/);
  await expectWellMade("the subscribers");
  await page.getByRole("searchbox", { name: "Search subscribers" }).fill("gone");
  await expect.element(rows()).toHaveLength(1);
  expect(address()).toBe(`${PATH}?search=gone`);
  await pressKeys(page.getByRole("button", { name: "Remove gone@example.com" }), "{Enter}");
  const question = page.getByRole("alertdialog", { name: "Remove this subscriber?" });
  await question.getByRole("button", { name: "Remove" }).click();
  await expect.element(shownToast()).toMatchTextContent("Subscriber removed");
  await expect.element(page.getByText("No subscribers match your search")).toBeVisible();
  expect(server.calls(changelogSubscribersApi.remove)).toMatchObject([{ params: { id: 3 } }]);
});
