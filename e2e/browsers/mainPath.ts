import type { BrowserPage } from "./browserPage.ts";

const HYDRATED = "//html[@data-hydrated]//main";
const DIALOG = '//*[@role="dialog"]';

const button = (name: string) => `//button[normalize-space()="${name}"]`;
const field = (label: string, within = "") =>
  `${within}//*[@id=//label[starts-with(normalize-space(), "${label}")]/@for]`;

/** The page and the data that a step uses. */
export interface Visit {
  page: BrowserPage;
  origin: string;
  account: { username: string; password: string };
  /** A title and a comment text that nobody else writes. */
  title: string;
  content: string;
}

interface Step {
  title: string;
  run(visit: Visit): Promise<void>;
}

/** The steps that most visitors of a portal take, in this order. */
export const MAIN_PATH: readonly Step[] = [
  {
    title: "a visitor reads a board and opens one of its items",
    run: async ({ page, origin }) => {
      await page.open(`${origin}/feedback`);
      await page.read(HYDRATED);
      const item = "(//main//article//h2//a | //main//article//h3//a)[1]";
      const name = await page.read(item);
      await page.click(item);
      await page.read(`//h1[normalize-space()="${name}"]`);
    },
  },
  {
    title: "the visitor logs in and is back at the item",
    run: async ({ page, account }) => {
      const item = await page.address();
      await page.click('//header//a[normalize-space()="Log in"]');
      await page.type(field("Work email"), account.username);
      await page.type(field("Password"), account.password);
      await page.click(`//main${button("Log in")}`);
      await page.read(`${HYDRATED}//button[normalize-space()="Post comment"]`);
      await page.read('//header//button[contains(., "Account menu")]');
      expectText(await page.address(), item);
    },
  },
  {
    title: "the customer votes, and the vote is counted once",
    run: async ({ page }) => {
      const vote = '//main//button[starts-with(@aria-label, "Vote for")]';
      const votes = Number(await page.read(vote));
      await page.click(vote);
      const counted = `${vote}[@disabled or @aria-disabled="true"]`;
      expectText(await page.read(counted), String(votes + 1));
    },
  },
  {
    title: "the customer comments, and reads the comment",
    run: async ({ page, content }) => {
      await page.type(field("Your comment"), content);
      await page.click(button("Post comment"));
      await page.read(`//main//article[contains(., "${content}")]`);
    },
  },
  {
    title: "the customer submits an item and finds it by search",
    run: async ({ page, title }) => {
      await page.click('//nav[@aria-label="Main"]//a[normalize-space()="Feedback"]');
      await page.click(`//main${button("Submit Feedback")}`);
      await page.type(field("Title", DIALOG), title);
      await page.type(field("Description", DIALOG), "With a stamp on them.");
      await page.type(field("Board", DIALOG), "Time Tracking");
      await page.click(`${DIALOG}${button("Submit Feedback")}`);
      await page.read('//*[contains(., "Feedback submitted successfully")]');
      await page.type('//input[@type="search"]', title);
      await page.read('//*[normalize-space()="1 result"]');
      await page.read(`//main//article[contains(., "${title}")][contains(., "Time Tracking")]`);
    },
  },
];

function expectText(seen: string, expected: string): void {
  if (seen !== expected) throw new Error(`"${seen}" instead of "${expected}"`);
}
