import { expect, test, vi } from "vitest";
import type { Locator } from "vitest/browser";
import { page } from "vitest/browser";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { companySettingsApi } from "#contract/companySettings.ts";
import { siteSettingsApi } from "#contract/siteSettings.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { settingsData, settingsServer } from "#web/testing/settingsServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";
import { paletteOf } from "./useColors.ts";

const PATH = "/company/settings/brand";

const { authBackgroundColor: _, ...DEFAULT_COLORS } = DEFAULT_BRANDING;

const save = () => page.getByRole("button", { name: "Save changes" });
const firstContrast = () =>
  page.getByRole("list", { name: "Contrast" }).getByRole("listitem").first();

/** Returns the background colour as computed by the browser, such as `rgb(15, 118, 110)`. */
const backgroundOf = (locator: Locator) => getComputedStyle(locator.element()).backgroundColor;

const toggleFineTuning = () => page.getByText("Fine-tune", { exact: true }).click();

/**
 * Returns the background that the current entry of a menu has in light mode if the menu colour is
 * `color`.
 */
function tintOf(color: string): string {
  const probe = document.createElement("div");
  probe.style.backgroundColor = `color-mix(in oklab, #ffffff, ${color} 14%)`;
  document.body.append(probe);
  const { backgroundColor } = getComputedStyle(probe);
  probe.remove();
  return backgroundColor;
}

const openBrand = async () => {
  const server = settingsServer(settingsData());
  const opened = await openPage(server, PATH);
  return { server, ...opened };
};

const openFineTuning = async () => {
  const opened = await openBrand();
  await toggleFineTuning();
  return opened;
};

test("saving colours reloads the page, which then has the colours and the success toast", async () => {
  const { server, documentLoads, reload } = await openFineTuning();
  await fillIn({ Primary: "#0f766e", "Menu active": "#abc" });
  await save().click();
  const { body } = await server.called(companySettingsApi.updateBranding);
  expect(body.brandingSettings).toEqual({
    ...paletteOf("#0f766e"),
    primaryColor: "#0f766e",
    menuActiveColor: "#abc",
  });
  await expect.poll(() => documentLoads).toEqual([{ kind: "reload", address: PATH }]);
  await reload();
  await expect.element(shownToast()).toMatchTextContent(/^Brand settings updated successfully/);
  await expect.element(fieldOf("Primary")).toHaveValue("#0f766e");
  const menu = page.getByRole("navigation", { name: "Company settings" });
  await expect
    .poll(() => backgroundOf(menu.getByRole("link", { name: "Brand Settings" })))
    .toBe(tintOf("#abc"));
  const mark = page.getByRole("banner").element().querySelector("a svg path");
  expect(mark && getComputedStyle(mark).fill).toBe("rgb(15, 118, 110)");
});

test("changing the primary colour changes the unedited colours, and the button 'Match the primary colour' also changes the edited colours", async () => {
  await openFineTuning();
  const expectSecondary = async (primary: string) =>
    expect.element(fieldOf("Secondary")).toHaveValue(paletteOf(primary).secondaryColor);
  await fillIn({ Accent: "#c0ffee", Primary: "#0f7" });
  await expectSecondary("#0f7");
  await fillIn({ Primary: "#0f76" });
  await expectSecondary("#0f7");
  await fillIn({ Primary: "#0f766e" });
  await expectSecondary("#0f766e");
  await expect.element(fieldOf("Accent")).toHaveValue("#c0ffee");
  const match = page.getByRole("button", { name: "Match the primary colour" });
  await match.click();
  await expect.element(match).not.toBeInTheDocument();
  await expect.element(fieldOf("Primary")).toHaveFocus();
  await expect.element(fieldOf("Accent")).toHaveValue(paletteOf("#0f766e").accentColor);
  await expect.element(fieldOf("Primary")).toHaveValue("#0f766e");
  await fillIn({ Primary: DEFAULT_BRANDING.primaryColor });
  await expectSecondary(DEFAULT_BRANDING.primaryColor);
  await expect.element(fieldOf("Accent")).toHaveValue(DEFAULT_BRANDING.accentColor);
});

test("saved colours that do not match the primary colour stay when the primary colour changes", async () => {
  const data = settingsData();
  data.settings.brandingSettings = { ...DEFAULT_COLORS, menuHoverColor: "#123456" };
  await openPage(settingsServer(data), PATH);
  await fillIn({ Primary: "#0f766e" });
  await expect.element(fieldOf("Menu hover")).toHaveValue("#123456");
  await expect.element(fieldOf("Accent")).toHaveValue(paletteOf("#0f766e").accentColor);
});

test("the button 'Match the primary colour' is shown as long as a colour differs from the primary colour, also after a save", async () => {
  const match = page.getByRole("button", { name: "Match the primary colour" });
  const { documentLoads, reload } = await openFineTuning();
  await expect.element(fieldOf("Primary")).toBeVisible();
  await expect.element(match).not.toBeInTheDocument();
  await fillIn({ "Menu hover": "#123456" });
  await expect.element(match).toBeVisible();
  await save().click();
  await expect.poll(() => documentLoads).toHaveLength(1);
  await reload();
  await match.click();
  await expect
    .element(fieldOf("Menu hover"))
    .toHaveValue(paletteOf(DEFAULT_BRANDING.primaryColor).menuHoverColor);
  await expect.element(match).not.toBeInTheDocument();
});

test("an invalid colour shows an error at its field, and nothing is saved", async () => {
  const { server } = await openFineTuning();
  for (const wrong of ["red", "4f46e5", "#12g", "#1234567", "#4f46e5;color:red"]) {
    await fillIn({ Accent: wrong });
    await expectMessages({ Accent: "Invalid color format" });
  }
  await fillIn({ Accent: "#12" });
  await expect.element(fieldOf("Accent")).not.toHaveAttribute("aria-invalid");
  await toggleFineTuning();
  await expect.element(fieldOf("Accent")).not.toBeVisible();
  await save().click();
  await expectMessages({ Accent: "Invalid color format" });
  await expect.element(fieldOf("Accent")).toHaveFocus();
  await server.settled();
  expect(server.calls(companySettingsApi.updateBranding)).toEqual([]);
});

test("the colour picker and the hex field update each other, and the preview shows the chosen colour", async () => {
  await openBrand();
  const picker = page.getByLabelText("Choose primary colour");
  await fillIn({ Primary: "#0AF" });
  await expect.element(picker).toHaveValue("#00aaff");
  await picker.fill("#123456");
  await expect.element(fieldOf("Primary")).toHaveValue("#123456");
  for (const scheme of ["light", "dark"]) {
    const preview = page.getByRole("img", { name: `Preview of the portal in ${scheme} colours` });
    const element = [...preview.element().querySelectorAll("*")].find(
      ({ textContent, children }) => textContent === "Submit Feedback" && children.length === 0,
    );
    expect(element && getComputedStyle(element).backgroundColor, scheme).toBe("rgb(18, 52, 86)");
  }
});

test("colours with too little contrast show a warning with the ratio", async () => {
  await openFineTuning();
  await expect
    .element(firstContrast())
    .toHaveTextContent("Button text on the primary colour 6.2:1");
  await fillIn({ Primary: "#facc15", "Button text": "#ffffff" });
  await expect
    .element(firstContrast())
    .toHaveTextContent(
      "Hard to read: Button text on the primary colour 1.5:1. Black is used instead. At least 4.5:1 is needed.",
    );
});

test("Reset to defaults fills in the default colours, which can be saved", async () => {
  const { server } = await openFineTuning();
  await fillIn({ Primary: "#0f766e", Secondary: "nonsense", "Button text": "#eeeeee" });
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
    await expect.element(fieldOf(label)).toHaveValue(color);
  await expect.element(page.getByText("Invalid color format")).not.toBeInTheDocument();
  await save().click();
  const { body } = await server.called(companySettingsApi.updateBranding);
  expect(body.brandingSettings).toEqual(DEFAULT_COLORS);
});

test("a failed save of colours shows a toast, which contains the response text if the response is not JSON", async () => {
  const { server } = await openBrand();
  server.refuse(companySettingsApi.updateBranding, 500, "", { message: undefined });
  await save().click();
  await expect.element(shownToast()).toMatchTextContent("Failed to update branding settings");
  const { fetch } = window;
  const badGateway = vi.spyOn(window, "fetch");
  badGateway.mockImplementation((address, init) =>
    init?.method === "PATCH"
      ? Promise.resolve(new Response("Bad Gateway", { status: 502 }))
      : fetch(address, init),
  );
  await save().click();
  await expect.element(shownToast()).toMatchTextContent("Server error: 502 - Bad Gateway");
});

const SITE_PATH = "/admin/brand-settings";
const DARK_BLUE = { hex: "#102030", rgb: "rgb(16, 32, 48)" };

test("the seven colours of the installation are previewed, checked and saved, and the page reloads", async () => {
  const data = consoleData();
  const server = consoleServer(data).respond(siteSettingsApi.updateBranding, ({ body }) =>
    Object.assign(data.site, body),
  );
  const { documentLoads, reload } = await openPage(server, SITE_PATH);
  await expect.element(page.getByLabelText(/^Choose .* colour$/)).toHaveLength(7);
  await fillIn({ "Auth pages background": "nothing" });
  await expectMessages({ "Auth pages background": "Invalid color format" });
  await fillIn({ "Auth pages background": DARK_BLUE.hex, Primary: "#0f766e" });
  const preview = page.getByRole("img", { name: "Preview of the login page in light colours" });
  const text = await preview.getByText("Build what your customers ask for").findElement();
  expect(text.parentElement && getComputedStyle(text.parentElement).backgroundColor).toBe(
    DARK_BLUE.rgb,
  );
  await save().click();
  await expect.poll(() => documentLoads).toEqual([{ kind: "reload", address: SITE_PATH }]);
  expect(server.calls(siteSettingsApi.updateBranding).map(({ body }) => body)).toEqual([
    {
      brandingSettings: {
        ...paletteOf("#0f766e"),
        authBackgroundColor: DARK_BLUE.hex,
        primaryColor: "#0f766e",
      },
    },
  ]);
  await reload();
  await expect
    .element(shownToast())
    .toMatchTextContent(/^Global brand settings updated successfully/);
  await expect.element(fieldOf("Auth pages background")).toHaveValue(DARK_BLUE.hex);
});

test("the side panel of the login and registration pages has the installation's background colour and readable text", async () => {
  const data = consoleData({ user: null });
  data.portal.site.brandingSettings = {
    ...DEFAULT_BRANDING,
    authBackgroundColor: DARK_BLUE.hex,
  };
  for (const path of ["/login", "/register"]) {
    await openPage(consoleServer(data), path);
    const panel = page.getByRole("complementary", { name: "About this portal" });
    await expect.element(panel).toHaveStyle({
      backgroundColor: DARK_BLUE.rgb,
      color: "rgb(255, 255, 255)",
    });
  }
});
