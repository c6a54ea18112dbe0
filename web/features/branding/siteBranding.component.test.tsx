import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { siteSettingsApi } from "#contract/siteSettings.ts";
import { consoleData, consoleServer } from "#web/testing/consoleServer.ts";
import { expectMessages } from "#web/testing/expectMessages.ts";
import { fieldOf, fillIn } from "#web/testing/fillIn.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { shownToast } from "#web/testing/shownToast.ts";
import { paletteOf } from "./useColors.ts";

const PATH = "/admin/brand-settings";
const DARK_BLUE = { hex: "#102030", rgb: "rgb(16, 32, 48)" };

const save = () => page.getByRole("button", { name: "Save Changes" });

test("the seven colours of the installation are previewed, checked and saved, and the page reloads", async () => {
  const data = consoleData();
  const server = consoleServer(data).respond(siteSettingsApi.updateBranding, ({ body }) =>
    Object.assign(data.site, body),
  );
  const { documentLoads, reload } = await openPage(server, PATH);
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
  await expect.poll(() => documentLoads).toEqual([{ kind: "reload", address: PATH }]);
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
