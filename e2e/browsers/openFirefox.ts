import puppeteer from "puppeteer-core";
import type { Locator } from "puppeteer-core";
import type { BrowserPage } from "./browserPage.ts";
import { VISIBLE_WITHIN_MS } from "./browserPage.ts";

type Found = Locator<Element>;

/** Opens Firefox without a window and controls it by WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<BrowserPage> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    defaultViewport: { width: 1280, height: 800 },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(VISIBLE_WITHIN_MS);
  const on = async <Result>(xpath: string, run: (found: Found) => Promise<Result>) => {
    try {
      return await run(page.locator(`::-p-xpath(${xpath})`));
    } catch (error) {
      throw new Error(xpath, { cause: error });
    }
  };
  return {
    version: await browser.version(),
    open: async (url) => void (await page.goto(url)),
    read: (xpath) =>
      on(xpath, (found) => found.map((element) => element.textContent.trim()).wait()),
    click: (xpath) => on(xpath, (found) => found.click()),
    type: (xpath, text) => on(xpath, async (found) => (await found.waitHandle()).type(text)),
    address: async () => page.url(),
    close: () => browser.close(),
  };
}
