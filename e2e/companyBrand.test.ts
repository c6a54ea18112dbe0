import type { Locator, Page } from "@playwright/test";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { ownCompany } from "./support/companyAdmin.ts";
import { expectMessages, fieldOf, fillIn } from "./support/fillIn.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { sendRequest } from "./support/sendRequest.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect, test } from "./support/test.ts";

const PATH = "/company/settings/brand";
const BRANDING_CALL = /\/api\/company\/\d+\/branding$/;

const save = (page: Page) => page.getByRole("button", { name: "Save Changes" });
const contrastOf = (page: Page) =>
  page.getByRole("list", { name: "Contrast" }).getByRole("listitem");

/** A colour as the browser draws it, such as `rgb(15, 118, 110)`. */
const drawn = (element: Locator, property: "fill" | "backgroundColor") =>
  element.evaluate((node, name) => getComputedStyle(node)[name], property);

test("saved colours are in the portal's first bytes and in its header", async ({ open }) => {
  const { company, admin } = await ownCompany();
  const page = await open(admin, { viewport: { width: 1280, height: 900 } });
  await goTo(page, PATH);
  await fillIn(page, { Primary: "#0f766e", "Menu active": "#abc" });
  await save(page).click();
  await expect(shownToast(page)).toHaveText(/^Brand settings updated successfully/);
  await untilHydrated(page);
  await expect(fieldOf(page, "Primary")).toHaveValue("#0f766e");
  const current = page
    .getByRole("navigation", { name: "Company settings" })
    .locator("[aria-current=page]");
  expect(await drawn(current, "backgroundColor")).toBe("rgb(170, 187, 204)");

  const { content } = await sendRequest(company, "/roadmap");
  const head = content.slice(0, content.indexOf("</head>"));
  expect(head).toContain("--brand-primary:#0f766e");
  expect(head).toContain("--brand-menu-active:#abc");
  const visitor = await open(company);
  await goTo(visitor, "/roadmap");
  const mark = visitor.getByRole("banner").locator("a svg path").first();
  expect(await drawn(mark, "fill")).toBe("rgb(15, 118, 110)");
});

test("what is no colour is said beside its field, and nothing is saved", async ({ open }) => {
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, PATH);
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") calls.push(request.url());
  });
  for (const wrong of ["red", "4f46e5", "#12g", "#1234567", "#4f46e5;color:red"]) {
    await fillIn(page, { Accent: wrong });
    await expectMessages(page, { Accent: "Invalid color format" });
  }
  await fillIn(page, { Accent: "#12" });
  await expect(fieldOf(page, "Accent")).not.toHaveAttribute("aria-invalid");
  await save(page).click();
  await expectMessages(page, { Accent: "Invalid color format" });
  await expect(fieldOf(page, "Accent")).toBeFocused();
  expect(calls).toEqual([]);
});

test("picker and hex digits follow each other, and the preview follows both", async ({ open }) => {
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, PATH);
  const picker = page.getByLabel("Choose primary colour");
  await fillIn(page, { Primary: "#0AF" });
  await expect(picker).toHaveValue("#00aaff");
  await picker.fill("#123456");
  await expect(fieldOf(page, "Primary")).toHaveValue("#123456");
  for (const scheme of ["light", "dark"]) {
    const preview = page.getByRole("img", { name: `Preview of the portal in ${scheme} colours` });
    expect(await drawn(preview.getByText("Submit Feedback"), "backgroundColor")).toBe(
      "rgb(18, 52, 86)",
    );
  }
});

test("a warning with the ratio stands where text would be hard to read", async ({ open }) => {
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, PATH);
  await expect(contrastOf(page).first()).toHaveText("Button text on the primary colour 6.2:1");
  await fillIn(page, { Primary: "#facc15", "Button text": "#ffffff" });
  await expect(contrastOf(page).first()).toHaveText(
    "Hard to read: Button text on the primary colour 1.5:1. Black is used instead. At least 4.5:1 is needed.",
  );
});

test("Reset to defaults puts the default colours in, to be saved", async ({ open }) => {
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, PATH);
  await fillIn(page, { Primary: "#0f766e", Secondary: "nonsense", "Button text": "#eeeeee" });
  await page.getByRole("button", { name: "Reset to defaults" }).click();
  const shown = {
    Primary: DEFAULT_BRANDING.primaryColor,
    Secondary: DEFAULT_BRANDING.secondaryColor,
    Accent: DEFAULT_BRANDING.accentColor,
    "Menu active": DEFAULT_BRANDING.menuActiveColor,
    "Menu hover": DEFAULT_BRANDING.menuHoverColor,
    "Button text": DEFAULT_BRANDING.buttonTextColor,
  };
  for (const [label, color] of Object.entries(shown))
    await expect(fieldOf(page, label)).toHaveValue(color);
  await expect(page.getByText("Invalid color format")).toHaveCount(0);
  await save(page).click();
  await expect(shownToast(page)).toContainText("Brand settings updated successfully");
});

test("an answer that is no JSON is quoted, any other without a message gets the fallback", async ({
  open,
  complaints,
}) => {
  complaints.expect(/status of 50[02]/);
  const { admin } = await ownCompany();
  const page = await open(admin);
  await goTo(page, PATH);
  await page.route(BRANDING_CALL, (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
  await save(page).click();
  await expect(shownToast(page)).toContainText("Server error: 502 - Bad Gateway");
  await page.unroute(BRANDING_CALL);
  await page.route(BRANDING_CALL, (route) => route.fulfill({ status: 500, json: {} }));
  await save(page).click();
  await expect(shownToast(page)).toContainText("Failed to update branding settings");
});
