import type { Page } from "@playwright/test";
import { LONG_TIMEOUT } from "#server/checks/fixtures/longTests.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";
import { expectText } from "./support/xss/expectText.ts";
import { payloads } from "./support/xss/payloads.ts";
import type { XssWatch } from "./support/xss/watchForXss.ts";
import { watchForXss } from "./support/xss/watchForXss.ts";

const START = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">`;
const END = `<rect width="9" height="9"/></svg>`;

/** The only elements that the pictures of these tests can contain after they were sanitized. */
const HARMLESS = ["svg", "rect", "text", "title", "desc", "g"];

/** Escapes a text for XML, and removes control characters, which XML must not contain. */
const asXml = (text: string) =>
  text
    .replaceAll(/(?![\t\n\r])\p{Cc}/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/**
 * Uploads files one after another as logos, with requests like those of the logo form. Returns the
 * status and the body of each response.
 */
function upload(page: Page, contents: readonly string[], names: readonly string[]) {
  return page.evaluate(
    async ([files, fileNames]) => {
      const { companyId } = (await (await fetch("/api/user")).json()) as { companyId: number };
      const replies: { status: number; text: string }[] = [];
      for (const [index, content] of files.entries()) {
        const form = new FormData();
        form.append(
          "logo",
          new Blob([content], { type: "image/svg+xml" }),
          fileNames[index % fileNames.length],
        );
        const reply = await fetch(`/api/company/${String(companyId)}/logo`, {
          method: "POST",
          body: form,
        });
        replies.push({ status: reply.status, text: await reply.text() });
      }
      return replies;
    },
    [contents, names] as const,
  );
}

/**
 * Opens a picture directly, as an attacker's link would. Expects only harmless elements and returns
 * the picture's text.
 */
async function expectHarmlessPicture(
  page: Page,
  found: XssWatch,
  logoUrl: string,
): Promise<string> {
  await page.goto(logoUrl);
  const { names, attributes, text } = await page.evaluate(() => {
    const all = [...document.querySelectorAll("*")];
    return {
      names: [...new Set(all.map(({ localName }) => localName))],
      attributes: [...new Set(all.flatMap((element) => element.getAttributeNames()))],
      text: document.documentElement.textContent,
    };
  });
  expect(HARMLESS).toEqual(expect.arrayContaining(names));
  expect(attributes.filter((name) => /^on|href|style/i.test(name))).toEqual([]);
  expect(found).toEqual([]);
  return text;
}

test("payloads in the text of a logo stay text when a page shows the logo and when the logo is opened directly", async ({
  open,
  complaints,
}) => {
  // The browser logs an error for each invalid value of the attribute.
  complaints.expect(/<text> attribute transform: Expected/);
  const { admin } = await ownCompany("Ideas");
  const page = await open(admin);
  const found = await watchForXss(page.context(), admin);
  await goTo(page, "/company/settings/logo");
  const texts = payloads.map(asXml);
  const pictures = [
    texts.map((text) => `<text>${text}</text>`),
    // Payloads with `url(` are left out, because the portal would reject the whole picture.
    texts
      .filter((text) => !/url\(/i.test(text))
      .map((text) => `<text font-family="${text}" id="${text}" transform="${text}">x</text>`),
    payloads
      .filter((text) => !text.includes("]]>") && !/\p{Cc}/u.test(text))
      .map((text) => `<title><![CDATA[${text}]]></title>`),
  ].map((parts) => `${START}${parts.join("")}${END}`);
  for (const picture of pictures) {
    await goTo(page, "/company/settings/logo");
    const [reply] = await upload(page, [picture], payloads);
    expect(reply?.status, reply?.text).toBe(200);
    const { logoUrl } = JSON.parse(reply?.text ?? "") as { logoUrl: string };
    expect(logoUrl).toMatch(/^\/logos\/\d+\/[0-9a-f-]{36}$/);
    await expectHarmlessPicture(page, found, logoUrl);
    await goTo(page, "/roadmap");
    await expectText(page, found, []);
  }
});

test("the portal rejects logos with payloads in their markup, or removes the payloads", async ({
  open,
  complaints,
}) => {
  test.setTimeout(LONG_TIMEOUT);
  complaints.expect(/status of 400/);
  const { admin } = await ownCompany();
  const page = await open(admin);
  const found = await watchForXss(page.context(), admin);
  await goTo(page, "/company/settings/logo");
  const pictures = payloads.flatMap((text) => [
    `${START}${text}${END}`,
    `${START.slice(0, -1)} ${text}>${END}`,
    `${text}${START}${END}`,
  ]);
  const replies = await upload(page, pictures, payloads);
  const accepted = replies.filter(({ status }) => status === 200);
  expect(replies.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
  expect(replies.length - accepted.length).toBeGreaterThan(0);
  // Each upload replaces the previous logo, so only the last logo can be opened.
  const last = accepted.at(-1);
  if (last)
    await expectHarmlessPicture(
      page,
      found,
      (JSON.parse(last.text) as { logoUrl: string }).logoUrl,
    );
  expect(found).toEqual([]);
});

test("the logo form shows the name of a chosen file as text", async ({ open }) => {
  test.setTimeout(LONG_TIMEOUT);
  test.setTimeout(LONG_TIMEOUT);
  const { admin } = await ownCompany();
  const page = await open(admin);
  const found = await watchForXss(page.context(), admin);
  await goTo(page, "/company/settings/logo");
  // Excludes names with line breaks, and names with slashes or backslashes, because the browser
  // treats everything before a slash as a folder.
  const names = payloads.filter((text) => !/[\r\n/\\]/.test(text));
  for (const name of names) {
    const buffer = Buffer.from(`${START}${END}`);
    await page
      .getByLabel(/^(?:Logo|New logo)$/)
      .setInputFiles({ name: `${name}.svg`, mimeType: "image/svg+xml", buffer });
    await expectText(page, found, [`${name}.svg`]);
  }
});
