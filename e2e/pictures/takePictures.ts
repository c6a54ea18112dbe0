import { chromium } from "@playwright/test";
import type { Page } from "@playwright/test";
import { join, relative } from "node:path";
import pg from "pg";
import type { Sharp } from "sharp";
import sharp from "sharp";
import { root } from "../../scripts/runtime.mjs";
import { acme, acmeCustomer, signIn } from "../support/accounts.ts";
import { goTo } from "../support/goTo.ts";
import { launchOptions } from "../support/launchOptions.ts";
import { originOf, setPortalAddress } from "../support/portalAddress.ts";
import { replaceSession } from "../support/replaceSession.ts";
import { runPortal } from "../support/runPortal.ts";

const README = join(root, "docs", "images");
const LANDING_PAGE = join(root, "web", "features", "landingPage", "pictures");

/** The time that the pictures show, so that they differ only where a page has changed. */
const TIME = Date.parse("2026-11-16T10:00:00Z");

const VIEWPORT = { width: 1120, height: 720 };

/** Twice the width in which the landing page shows its pictures on a large screen, in pixels. */
const LANDING_PAGE_WIDTH = 1280;

/** A visible title that leads from the list to the item in the picture. */
const ITEM = "Recurring tasks for monthly retainers";

/** Folder with the pictures of `npm run mails`. */
const mails = process.argv[2] ?? "";

const COLOR_SCHEMES = ["light", "dark"] as const;
type ColorScheme = (typeof COLOR_SCHEMES)[number];

const shift = TIME - Date.now();

/** A module that moves the clock of the portal's process. */
const CLOCK = `const Real = Date;
globalThis.Date = class extends Real {
  constructor(...parts) { super(...(parts.length > 0 ? parts : [Real.now() + ${String(shift)}])); }
  static now() { return Real.now() + ${String(shift)}; }
};`;

const portal = await runPortal({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CLOCK)}`,
});
setPortalAddress(portal.address);
const browser = await chromium.launch(await launchOptions(""));
try {
  await moveDemoData(portal.address.databaseUrl);
  for (const colorScheme of COLOR_SCHEMES) await takeAll(colorScheme);
} finally {
  await browser.close();
  await portal.stop();
}

/** Moves all times of the demo data by the same time as the clock. */
async function moveDemoData(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ statement: string }>(
    `select format('update %I set %s', table_name,
       string_agg(format('%1$I = %1$I + $1::interval', column_name), ', ')) as statement
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and data_type = 'timestamp with time zone' and is_generated = 'NEVER'
     group by table_name`,
  );
  for (const { statement } of rows)
    await client.query(statement, [`${String(shift)} milliseconds`]);
  await client.end();
}

async function takeAll(colorScheme: ColorScheme): Promise<void> {
  const page = await openPage(colorScheme, acme.host);
  await replaceSession(page.context(), await signIn(acmeCustomer, acme));
  await goTo(page, "/feedback");
  const item = await page.getByRole("link", { name: ITEM }).getAttribute("href");
  const paths = {
    list: "/feedback",
    item: item ?? "",
    roadmap: "/roadmap",
    changelog: "/changelog",
  };
  for (const [name, path] of Object.entries(paths)) {
    const picture = await takePicture(page, path);
    const fileName = `${name}-${colorScheme}.webp`;
    await save(picture, join(README, fileName));
    if (name !== "item")
      await save(picture.resize(LANDING_PAGE_WIDTH), join(LANDING_PAGE, fileName));
  }
  await save(await mailPicture(colorScheme), join(README, `mail-${colorScheme}.webp`));
  const other = await openPage(colorScheme, "globex.localhost");
  const picture = await takePicture(other, "/feedback");
  await save(picture.resize(LANDING_PAGE_WIDTH), join(LANDING_PAGE, `brand-${colorScheme}.webp`));
  await page.context().close();
  await other.context().close();
}

async function openPage(colorScheme: ColorScheme, host: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: originOf(host),
    colorScheme,
    deviceScaleFactor: 1.5,
    reducedMotion: "reduce",
    viewport: VIEWPORT,
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(TIME);
  return page;
}

async function takePicture(page: Page, path: string): Promise<Sharp> {
  await goTo(page, path);
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => document.fonts.ready);
  return sharp(await page.screenshot({ animations: "disabled" }));
}

/** Returns the picture of a mail, widened to the shape of the other pictures. */
async function mailPicture(colorScheme: ColorScheme): Promise<Sharp> {
  const picture = sharp(join(mails, `status-change-640-${colorScheme}.png`));
  const { width, height } = await picture.metadata();
  const margin = Math.round(((height * VIEWPORT.width) / VIEWPORT.height - width) / 2);
  return picture.extend({ left: margin, right: margin, extendWith: "copy" });
}

async function save(picture: Sharp, path: string): Promise<void> {
  const { size } = await picture.webp({ quality: 80, effort: 6 }).toFile(path);
  console.log(`${relative(root, path)}: ${String(Math.ceil(size / 1000))} kB`);
}
