import { product, signedIn, superAdmin } from "./support/accounts.ts";
import { expectMessages, fieldOf, fillIn } from "./support/fillIn.ts";
import { goTo, untilHydrated } from "./support/goTo.ts";
import { test } from "./support/ownInstallation.ts";
import { sendRequest } from "./support/sendRequest.ts";
import { shownToast } from "./support/shownToast.ts";
import { expect } from "./support/test.ts";

test.describe.configure({ mode: "default" });

const PATH = "/admin/brand-settings";
const WIDE = { viewport: { width: 1280, height: 900 } };

test("the seven colours are saved, and the right section of login and register wears the seventh", async ({
  open,
}) => {
  const page = await open(await signedIn(superAdmin, product), WIDE);
  await goTo(page, PATH);
  await expect(page.getByLabel(/^Choose .* colour$/)).toHaveCount(7);
  await fillIn(page, { "Auth pages background": "nothing" });
  await expectMessages(page, { "Auth pages background": "Invalid color format" });
  await fillIn(page, { "Auth pages background": "#102030", Primary: "#0f766e" });
  const preview = page.getByRole("img", { name: "Preview of the login page in light colours" });
  expect(
    await preview.getByText("Build what your customers ask for").evaluate((text) => {
      const panel = text.parentElement;
      return panel && getComputedStyle(panel).backgroundColor;
    }),
  ).toBe("rgb(16, 32, 48)");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(shownToast(page)).toHaveText(/^Global brand settings updated successfully/);
  await untilHydrated(page);
  await expect(fieldOf(page, "Auth pages background")).toHaveValue("#102030");

  const { content } = await sendRequest(product, "/login");
  const head = content.slice(0, content.indexOf("</head>"));
  expect(head).toContain("--brand-auth-background:#102030");
  expect(head).toContain("--brand-primary:#0f766e");
  const visitor = await open(product, WIDE);
  for (const path of ["/login", "/register"]) {
    await goTo(visitor, path);
    const panel = visitor.getByRole("complementary", { name: "About this portal" });
    await expect(panel).toHaveCSS("background-color", "rgb(16, 32, 48)");
    await expect(panel).toHaveCSS("color", "rgb(255, 255, 255)");
  }
});
