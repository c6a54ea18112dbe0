import type { Page } from "@playwright/test";
import { bySize } from "#server/checks/fixtures/testSize.ts";
import { acme } from "./support/accounts.ts";
import { goTo } from "./support/goTo.ts";
import { expect, test } from "./support/test.ts";
import { compareDocuments } from "./support/xss/compareDocuments.ts";
import { findInjectedElements } from "./support/xss/findInjectedElements.ts";
import { findLostTexts } from "./support/xss/findLostTexts.ts";
import { FOREIGN_HOST, RUN } from "./support/xss/hook.ts";
import { payloads } from "./support/xss/payloads.ts";
import { watchForXss } from "./support/xss/watchForXss.ts";

/** Opens a page with unescaped markup on the portal's host. */
async function openUnsafe(page: Page, markup: string, policy?: string): Promise<void> {
  await page.route("**/unsafe", (route) =>
    route.fulfill({
      contentType: "text/html; charset=utf-8",
      headers: policy === undefined ? {} : { "content-security-policy": policy },
      body: `<!doctype html><html><head><title>Unsafe</title></head><body>${markup}</body></html>`,
    }),
  );
  await page.goto("/unsafe");
}

const IMG = `<img src=x onerror=${RUN}>`;

test.beforeEach(({ complaints }) => complaints.expect(/./));

test("watchForXss detects handlers, scripts, dialogs, frames, requests to other hosts and new windows", async ({
  open,
}) => {
  const page = await open(acme);
  const found = await watchForXss(page.context(), acme);
  const cases: [markup: string, finding: RegExp][] = [
    [IMG, /^a payload ran/],
    [`<script>${RUN}</script>`, /^a payload ran/],
    ["<script>alert('it ran')</script>", /^a dialog: it ran$/],
    [`<iframe srcdoc="${IMG}"></iframe>`, /^a payload ran about:srcdoc/],
    [`<a href="javascript:${RUN}" id=a>x</a><script>a.click()</script>`, /^a payload ran/],
    [`<img src="//${FOREIGN_HOST}/i.png">`, /^a request to http:\/\/xss\.invalid\/i\.png/],
    [`<script>open('/robots.txt')</script>`, /^a window/],
  ];
  for (const [markup, finding] of cases) {
    await page.unrouteAll();
    await openUnsafe(page, markup);
    await expect.poll(() => found.some((line) => finding.test(line)), markup).toBe(true);
    found.splice(0);
  }
});

test("watchForXss detects payloads that only the content security policy has blocked", async ({
  open,
}) => {
  const page = await open(acme);
  const found = await watchForXss(page.context(), acme);
  for (const markup of [
    IMG,
    `<script>${RUN}</script>`,
    `<iframe srcdoc="<script>${RUN}</script>"></iframe>`,
  ]) {
    await page.unrouteAll();
    await openUnsafe(page, markup, "script-src 'self'");
    await expect
      .poll(() => found.some((line) => line.startsWith("CSP violation: script-src")))
      .toBe(true);
    expect(found.some((line) => line.startsWith("a payload ran"))).toBe(false);
    found.splice(0);
  }
});

test("findInjectedElements detects injected elements, and findLostTexts detects texts that are not shown", async ({
  open,
}) => {
  // Without this option, the portal's policy would block the markup that this test inserts.
  const page = await open(acme, { bypassCSP: true });
  await goTo(page, "/feedback");
  expect(await findInjectedElements(page)).toEqual([]);
  const insert = (where: string, markup: string) =>
    page.evaluate(
      ([to, html]) => document.querySelector(to)?.insertAdjacentHTML("beforeend", html),
      [where, markup] as const,
    );
  const cases = [
    ["main", "<b>bold</b>", "in the body: <b>bold"],
    ["head", "<meta http-equiv=x>", "in the head: <meta"],
    ["head", "<base href=/x>", "in the head: <base"],
    ["main", "<i onclick=x></i>", "a handler: <i"],
    ["main", `<img src=//${FOREIGN_HOST}/x>`, "something from elsewhere: <img"],
    ["main", `<a href="java\tscript:${RUN}">x</a>`, "an address that runs: <a"],
    ["main", `<form action=data:x></form>`, "an address that runs: <form"],
  ] as const;
  for (const [where, markup, finding] of cases) {
    await insert(where, markup);
    expect(
      (await findInjectedElements(page)).some((line) => line.startsWith(finding)),
      markup,
    ).toBe(true);
  }
  await insert("main", "shown <b></b>&lt;b&gt;");
  expect(await findLostTexts(page, ["shown <b>", "shown <b></b>"])).toEqual(["shown <b></b>"]);
});

test("on a portal page, a script can neither turn text into markup nor run text as a script", async ({
  open,
}) => {
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

test("compareDocuments detects an additional element, an additional attribute and a different tag name", async ({
  open,
}) => {
  const page = await open(acme);
  const text = "<p class=x>a</p>";
  expect(await compareDocuments(page, text, text.replace(">a<", ">b<"))).toEqual([]);
  for (const other of [
    `${text}<b></b>`,
    "<p class=x id=y>a</p>",
    "<div class=x>a</div>",
    "<p class=x>a<svg></svg></p>",
  ]) {
    expect((await compareDocuments(page, text, other)).length).toBeGreaterThan(0);
  }
});

test("more than 80 % of the payloads change the elements of a document that does not escape payloads", async ({
  open,
}) => {
  test.slow();
  const page = await open(acme);
  await openUnsafe(page, "");
  const every = bySize(8, 1);
  const some = payloads.filter((_, index) => index % every === 0);
  const harmful = await page.evaluate((texts) => {
    const contexts = [
      (text: string) => text,
      (text: string) => `<p title="${text}">`,
      (text: string) => `<p title='${text}'>`,
      (text: string) => `<textarea>${text}</textarea>`,
      (text: string) => `<script>${text}</script>`,
      (text: string) => `<!--${text}-->`,
      (text: string) => `<style>${text}</style>`,
      (text: string) => `<a href="${text}">`,
    ];
    const shapeOf = (html: string) =>
      [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("*")]
        .map((element) => `${element.tagName} ${element.getAttributeNames().join(" ")}`)
        .join();
    return texts.filter((text) =>
      contexts.some(
        (put) =>
          shapeOf(put(text)) !== shapeOf(put("harmless")) ||
          /^\W?(?:javascript|data|vbscript):/i.test(text),
      ),
    );
  }, some);
  expect(harmful.length / some.length).toBeGreaterThan(0.8);
});
