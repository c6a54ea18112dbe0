import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { newCustomer } from "../../e2e/support/accounts.ts";
import { setPortalAddress, originOf } from "../../e2e/support/portalAddress.ts";
import { runPortal } from "../../e2e/support/runPortal.ts";
import { auditPage } from "./auditPage.ts";
import { measureInteraction } from "./measureInteraction.ts";
import { measureLoad } from "./measureLoad.ts";
import { spread } from "./spread.ts";

const { values: options } = parseArgs({ options: { runs: { type: "string", default: "5" } } });
const runs = Number(options.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs takes a whole number from 1");

const RESULTS = join(import.meta.dirname, "..", "results");

/** Lighthouse connects to the browser through this port. */
const DEBUGGING_PORT = 9333;

const PAGES = {
  landing: ["localhost", "/"],
  list: ["acme.localhost", "/feedback"],
  board: ["acme.localhost", "/board/projects"],
  detail: ["acme.localhost", "/feedback/1"],
  roadmap: ["acme.localhost", "/roadmap"],
  changelog: ["acme.localhost", "/changelog"],
} as const;

const portal = await runPortal();
setPortalAddress(portal.address);
const browser = await chromium.launch({
  executablePath: process.env["HEARBACK_BROWSER"],
  args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${String(DEBUGGING_PORT)}`],
});
try {
  const result = {
    at: new Date().toISOString(),
    browser: browser.version(),
    runs,
    ...(await measure()),
  };
  await mkdir(RESULTS, { recursive: true });
  const file = join(RESULTS, "browser.json");
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
  console.log(`Written to ${file}`);
} finally {
  await browser.close();
  await portal.stop();
}

async function measure() {
  const pages: Record<string, object> = {};
  for (const [name, [host, path]] of Object.entries(PAGES)) {
    pages[name] = await measurePage(originOf(host) + path);
    console.log(name, JSON.stringify(pages[name]));
  }
  const interactions = { vote: await votes(), filter: await filters() };
  console.log("INP, ms", JSON.stringify(interactions));
  return { pages, interactions };
}

async function measurePage(url: string) {
  const loads = [];
  // The first load only warms up the portal and the browser. Its figures are ignored.
  for (let run = 0; run <= runs; run += 1) loads.push(await measureLoad(browser, url));
  const counted = loads.slice(1);
  const of = (key: keyof (typeof counted)[number]) => spread(counted.map((load) => load[key]));
  return {
    lcp: of("lcp"),
    cls: of("cls"),
    tbt: of("tbt"),
    firstByte: of("firstByte"),
    lastByte: of("lastByte"),
    htmlKb: of("htmlKb").median,
    scriptsKb: of("scriptsKb").median,
    totalKb: of("totalKb").median,
    requests: of("requests").median,
    lighthouse: await auditPage(url, DEBUGGING_PORT),
  };
}

/** Measures a customer's vote for the first item of the list. Every run uses a new customer. */
async function votes() {
  return repeatedly(async () => {
    const { cookie } = await newCustomer();
    return measureInteraction(browser, {
      url: `${originOf("acme.localhost")}/feedback`,
      cookies: cookiesOf(cookie),
      act: async (page) => {
        const card = page.getByRole("article").first();
        await card.getByRole("button", { name: "Vote for" }).tap();
      },
    });
  });
}

/** Measures the slower of two interactions: a tap on Filters, and a status chosen by keyboard. */
async function filters() {
  return repeatedly(async () =>
    measureInteraction(browser, {
      url: `${originOf("acme.localhost")}/feedback`,
      cookies: [],
      act: async (page) => {
        await page.getByRole("button", { name: /^Filters/ }).tap();
        await page.getByLabel("Status").focus();
        await page.keyboard.press("ArrowDown");
        await page.waitForURL(/status=/);
      },
    }),
  );
}

async function repeatedly(once: () => Promise<number>) {
  const values: number[] = [];
  for (let run = 0; run < runs; run += 1) values.push(await once());
  return spread(values);
}

function cookiesOf(header: string) {
  return header.split("; ").map((pair) => {
    const [name = "", value = ""] = pair.split("=");
    return { name, value, url: originOf("acme.localhost") };
  });
}
