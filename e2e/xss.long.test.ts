import { feedbackApi } from "#contract/feedback.ts";
import { callApi } from "./support/callApi.ts";
import type { OwnCompany } from "./support/companyAdmin.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";
import { expectSameShape } from "./support/xss/expectSameShape.ts";
import { expectText } from "./support/xss/expectText.ts";
import { fillCompany } from "./support/xss/fillCompany.ts";
import { harmless } from "./support/xss/harmless.ts";
import type { CompanyTexts } from "./support/xss/hostileTexts.ts";
import { ALL_NAMES, ALL_ROUNDS, hostileNames, hostileTexts } from "./support/xss/hostileTexts.ts";
import { mapTexts } from "./support/xss/mapTexts.ts";
import { openDialog } from "./support/xss/openDialog.ts";
import { watchForXss } from "./support/xss/watchForXss.ts";

const ROUNDS = Array.from({ length: ALL_ROUNDS }, (_, round) => round);

/**
 * `asField` returns the value of a single-line field with this text, and `asArea` returns the value
 * of a multi-line field with this text.
 */
const asField = (text: string) => text.replaceAll(/[\r\n]/g, "");
const asArea = (text: string) => text.replaceAll(/\r\n?/g, "\n");

async function filledCompany(texts: CompanyTexts): Promise<OwnCompany & { itemIds: number[] }> {
  const own = await ownCompany();
  await fillCompany(own, texts);
  const { body: items } = await callApi(own.company, feedbackApi.list, { query: { limit: "3" } });
  return { ...own, itemIds: items.map(({ id }) => id) };
}

for (const round of ROUNDS) {
  const texts = hostileTexts(round);
  const titles = texts.items.map(({ title }) => title);
  const comments = texts.comments.flatMap(({ author, content }) => [author, content]);
  const descriptions = texts.items.slice(0, 3).map(({ description }) => description);

  test(`visitors see hostile input of a company's users as text, round ${String(round)}`, async ({
    open,
  }) => {
    test.slow();
    const hostile = await filledCompany(texts);
    const page = await open(hostile.company);
    const found = await watchForXss(page.context(), hostile.company);
    await goTo(page, "/feedback");
    await expectText(page, found, [
      ...titles.slice(0, 20),
      ...texts.boards.map(({ name }) => name),
    ]);
    const cards = page.getByRole("main").getByRole("article");
    for (let shown = 20; shown < titles.length; shown += 20) {
      await expect(cards).toHaveCount(shown);
      await page.getByRole("button", { name: "Load more" }).click();
    }
    await expectText(page, found, titles);
    await page.getByRole("combobox", { name: "Search feedback" }).fill("script");
    await expect(page.getByRole("option").first()).toBeVisible();
    await expectText(page, found, []);
    await goTo(page, "/feedback");

    await cards.first().getByRole("link").first().click();
    const detail = [
      texts.name,
      titles[0] ?? "",
      descriptions[0] ?? "",
      ...comments,
      ...texts.notes,
    ];
    await expectText(page, found, detail);
    await goTo(page, page.url());
    await expectText(page, found, detail);
    const navigation = page.getByRole("banner");
    await navigation.getByRole("link", { name: "Roadmap" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Product Roadmap");
    await expectText(page, found, titles.slice(0, 3));
    await navigation.getByRole("link", { name: "Changelog" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Changelog");
    await expectText(page, found, titles.slice(4, 5));
    for (const [index, id] of hostile.itemIds.entries()) {
      if (index === 0) continue;
      await goTo(page, `/feedback/${String(id)}`);
      await expectText(page, found, [descriptions[index] ?? ""]);
    }
    for (const path of ["/roadmap", "/changelog", "/board/board-1"]) {
      await goTo(page, path);
      await expectText(page, found, [texts.name]);
    }
    await expectText(page, found, [texts.boards[0]?.description ?? ""]);
  });

  test(`company admins see hostile input of a company's users as text, round ${String(round)}`, async ({
    open,
  }) => {
    test.slow();
    const hostile = await filledCompany(texts);
    const page = await open(hostile.admin);
    const found = await watchForXss(page.context(), hostile.company);
    await goTo(page, "/company/settings");
    await expectText(page, found, [texts.name, texts.description, texts.website]);
    await page.getByRole("button", { name: /^Account menu of/ }).click();
    await expectText(page, found, [texts.adminName]);

    await goTo(page, "/company/boards");
    await expectText(
      page,
      found,
      texts.boards.flatMap(({ name, description }) => [name, description]),
    );
    await openDialog(page, /^Edit /);
    await expectText(page, found, Object.values(texts.boards[0] ?? {}));
    await page.keyboard.press("Escape");
    await openDialog(page, "Reorder Boards");
    await expectText(page, found, []);

    await goTo(page, "/company/categories");
    await expectText(page, found, texts.categories);
    await openDialog(page, /^Delete /);
    await expectText(page, found, texts.categories);
    await page.keyboard.press("Escape");
    await openDialog(page, /^Edit /);
    await expectText(page, found, texts.categories);

    await goTo(page, "/company/audit-log");
    const rows = page.getByRole("row");
    const more = page.getByRole("button", { name: "Load more" });
    await expect(rows.first()).toBeVisible();
    // Long entries exceed the size of a page, so that the list has several.
    await expect
      .poll(async () => {
        if (await more.isVisible()) await more.click();
        return rows.count();
      })
      .toBe(texts.audit.length + 1);
    for (const summary of await page.locator("summary").all()) await summary.click();
    await expectText(
      page,
      found,
      texts.audit.flatMap(({ subject, value }) => [subject, value]),
    );
    await goTo(page, "/settings");
    await expectText(page, found, [texts.adminName, ...texts.devices]);
    await goTo(page, "/notifications");
    await expectText(
      page,
      found,
      texts.rejections.flatMap(({ title, excerpt, reason }) => [title, excerpt, reason]),
    );
    await goTo(page, "/feedback");
    await expectText(page, found, texts.views);

    await goTo(page, `/feedback/${String(hostile.itemIds[0])}`);
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Title")).toHaveValue(asField(titles[0] ?? ""));
    await expect(dialog.getByLabel("Description")).toHaveValue(asArea(descriptions[0] ?? ""));
    await expectText(page, found, comments);
  });

  test(`server-rendered pages have the same elements with hostile and harmless input, round ${String(round)}`, async ({
    open,
  }) => {
    const [hostile, twin] = [
      await filledCompany(texts),
      await filledCompany(mapTexts(texts, harmless)),
    ];
    const page = await open(hostile.company);
    for (const path of ["/", "/feedback", "/roadmap", "/changelog", "/board/board-1"]) {
      await expectSameShape(page, { ...hostile.company, path }, { ...twin.company, path });
    }
    for (const [index, id] of hostile.itemIds.entries()) {
      const path = (itemId = 0) => `/feedback/${String(itemId)}`;
      const suspect = { ...hostile.company, path: path(id) };
      await expectSameShape(page, suspect, { ...twin.company, path: path(twin.itemIds[index]) });
    }
  });
}

for (let round = ROUNDS.length; round < ALL_NAMES; round += 1) {
  const texts = hostileNames(round);

  test(`hostile names of a company and its admin are shown as text, round ${String(round)}`, async ({
    open,
  }) => {
    const [hostile, twin] = [
      await filledCompany(texts),
      await filledCompany(mapTexts(texts, harmless)),
    ];
    const visitor = await open(hostile.company);
    const found = await watchForXss(visitor.context(), hostile.company);
    for (const path of ["/feedback", "/roadmap", "/changelog"]) {
      await expectSameShape(visitor, { ...hostile.company, path }, { ...twin.company, path });
    }
    await goTo(visitor, "/feedback");
    await expectText(visitor, found, [texts.name]);

    const admin = await open(hostile.admin);
    const seen = await watchForXss(admin.context(), hostile.company);
    await goTo(admin, "/company/settings");
    await expectText(admin, seen, [texts.name, texts.website]);
    await admin.getByRole("button", { name: /^Account menu of/ }).click();
    await expectText(admin, seen, [texts.adminName]);
    await goTo(admin, "/settings");
    await expectText(admin, seen, [texts.adminName]);
  });
}
