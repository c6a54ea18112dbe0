import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";
import { composeNotificationMail } from "#server/features/notificationMails/composeNotificationMail.ts";
import type { NotificationMail } from "#server/features/notificationMails/notificationMail.ts";
import { seedDemo } from "#server/operations/demo/seedDemo.ts";
import { readDemoLogo } from "#server/operations/demo/demoContent.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { startEmbeddedPostgres } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import type { Sql } from "./mailExamples.ts";
import { addMailExamples } from "./mailExamples.ts";

// Writes example notification mails as HTML, as text and as pictures of two widths in light and
// dark mode. The mails are composed from the demo data in a temporary database. Use: npm run mails
// [-- FOLDER]
const folder = process.argv[2] ?? "mails";
await mkdir(folder, { recursive: true });
const dataDir = await mkdtemp(join(tmpdir(), "hearback-mails-"));
const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
try {
  const mails = await composeExamples(postgres.connectionUrl("postgres"));
  const browser = await chromium.launch({
    executablePath: process.env["HEARBACK_BROWSER"] ?? "",
    args: ["--no-sandbox"],
  });
  for (const [name, mail] of mails) {
    const { fromName, to, subject, text, html } = mail;
    const header = `From: ${fromName}\nTo: ${to}\nSubject: ${subject}\n\n`;
    await writeFile(join(folder, `${name}.txt`), header + text);
    await writeFile(join(folder, `${name}.html`), html);
    await takePictures(browser, name, mail);
    console.log(`${name}: ${subject} (${String(Math.ceil(html.length / 1024))} kB of HTML)`);
  }
  await browser.close();
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function composeExamples(connectionString: string) {
  await migrate(connectionString);
  const database = openDatabase({ connectionString, onIdleError: console.error });
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  await database.system.transaction(async (db) => seedDemo(db, {}));
  const mails: [string, NotificationMail][] = [];
  const sql: Sql = async (text, values) => (await owner.query(text, values)).rows;
  for (const [name, delivery] of await addMailExamples(sql)) {
    const mail = await composeNotificationMail(database.system, delivery, loadConfig({}));
    if (!mail) throw new Error(`The mail ${name} has no content`);
    mails.push([name, mail]);
  }
  await owner.end();
  await database.close();
  return mails;
}

async function takePictures(browser: Browser, name: string, { html }: NotificationMail) {
  const logo = readDemoLogo({ subdomain: "acme" });
  for (const width of [375, 640])
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.newPage({ viewport: { width, height: 300 }, colorScheme });
      await page.route("**/logos/**", (route) => route.fulfill({ body: logo }));
      await page.setContent(html);
      const path = join(folder, `${name}-${String(width)}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
      await page.close();
    }
}
