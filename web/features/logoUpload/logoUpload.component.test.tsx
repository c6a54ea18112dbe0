import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { companySettingsApi } from "#contract/companySettings.ts";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { acme, portalOf } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { settingsData, settingsServer } from "#web/testing/settingsServer.ts";
import { shownToast } from "#web/testing/shownToast.ts";

const PATH = "/company/settings/logo";
const MEGABYTE = 1024 * 1024;

const field = () => page.getByLabelText(/^(?:Logo|New logo)$/);
const upload = () => page.getByRole("button", { name: "Upload logo" });
const progress = () => page.getByRole("progressbar", { name: "Upload progress" });
const banner = () => page.getByRole("banner");
const headerLogo = () => banner().getByRole("img");

/** Returns the `data:` URL of a picture of this size in pixels. */
const pictureOf = (width: number, height: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${String(width)}" height="${String(height)}"/>`,
  )}`;

/** Creates an SVG file that the preview can display. */
const drawing = () =>
  new File(['<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'], "logo.svg", {
    type: "image/svg+xml",
  });

const choose = (file: File) => userEvent.upload(field(), file);

/**
 * Chooses a PNG file of this size. The file is created in the browser, because sending megabytes
 * through the browser's driver is slow.
 */
function chooseFileOf(bytes: number): void {
  const chosen = new DataTransfer();
  chosen.items.add(new File([new Uint8Array(bytes)], "logo.png", { type: "image/png" }));
  const input = field().element() as HTMLInputElement;
  input.files = chosen.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

test("a chosen logo is previewed before the upload, and the upload can be cancelled", async () => {
  const server = settingsServer(settingsData());
  const { documentLoads } = await openPage(server, PATH);
  await expect
    .element(page.getByText("Recommended 200x50 px. PNG, JPG or SVG, less than 5 MB."))
    .toBeVisible();
  await choose(drawing());
  await expect.element(page.getByRole("img", { name: "Logo of Acme" })).toHaveLength(2);
  server.holdRequest(companySettingsApi.uploadLogo);
  await upload().click();
  await expect.element(page.getByRole("button", { name: "Uploading..." })).toBeVisible();
  await expect.element(progress()).toHaveAttribute("value", "50");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(progress()).not.toBeInTheDocument();
  expect(server.abortedCalls(companySettingsApi.uploadLogo)).toBe(1);
  await server.settled();
  await expect.element(shownToast()).not.toBeInTheDocument();
  expect(documentLoads).toEqual([]);
});

test("uploading a logo reloads the page, which then shows a toast and the field for a new logo", async () => {
  const server = settingsServer(settingsData());
  const { documentLoads, reload } = await openPage(server, PATH);
  const goOn = server.holdRequest(companySettingsApi.uploadLogo);
  await choose(drawing());
  await upload().click();
  await expect.element(progress()).toBeVisible();
  server.respond(companySettingsApi.uploadLogo, (_, before) => {
    before();
    return { logoUrl: pictureOf(200, 50) };
  });
  goOn();
  await expect.poll(() => documentLoads).toEqual([{ kind: "reload", address: PATH }]);
  expect(server.calls(companySettingsApi.uploadLogo).map(({ body }) => body.filename)).toEqual([
    "logo.svg",
  ]);
  await reload();
  await expect.element(shownToast()).toMatchTextContent(/^Company logo updated successfully/);
  await expect.element(page.getByText("New logo", { exact: true })).toBeVisible();
});

/** Creates an SVG file that is filled with this colour. */
const filled = (color: string) =>
  new File(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"><rect width="80" height="20" fill="${color}"/></svg>`,
    ],
    "logo.svg",
    { type: "image/svg+xml" },
  );

test("a dark logo warns that it is hard to see on dark pages, a light one on light pages", async () => {
  await openPage(settingsServer(settingsData()), PATH);
  const warning = (scheme: string) =>
    page.getByText(`The logo is hard to see on a ${scheme} page.`, { exact: false });
  await choose(filled("#101014"));
  await expect.element(warning("dark")).toBeVisible();
  await expect.element(warning("light")).not.toBeInTheDocument();
  await choose(filled("#fafafa"));
  await expect.element(warning("light")).toBeVisible();
  await expect.element(warning("dark")).not.toBeInTheDocument();
  await choose(filled("#4f46e5"));
  await expect.element(warning("light")).not.toBeInTheDocument();
  await expect.element(warning("dark")).not.toBeInTheDocument();
});

test("once there is a logo, a second one can be uploaded for dark pages, which show it, and removed again", async () => {
  const data = settingsData();
  data.settings.logoUrl = pictureOf(200, 50);
  const server = settingsServer(data);
  const { documentLoads, reload } = await openPage(server, PATH);
  const form = () => page.getByRole("heading", { name: "Logo for dark pages" });
  await expect.element(form()).toBeVisible();
  await userEvent.upload(page.getByLabelText("Logo", { exact: true }), drawing());
  await upload().last().click();
  await expect.poll(() => documentLoads).toEqual([{ kind: "reload", address: PATH }]);
  expect(server.calls(companySettingsApi.uploadLogo).map(({ query }) => query)).toEqual([
    { mode: "dark" },
  ]);
  data.settings.darkLogoUrl = pictureOf(100, 50);
  await reload();
  await page.getByRole("button", { name: "Remove logo" }).last().click();
  const question = page.getByRole("alertdialog", { name: "Remove the logo for dark pages?" });
  await question.getByRole("button", { name: "Remove logo" }).click();
  await server.called(companySettingsApi.removeLogo);
  expect(server.calls(companySettingsApi.removeLogo).map(({ query }) => query)).toEqual([
    { mode: "dark" },
  ]);
});

test("a file that is not allowed as a logo shows an error at the field and is not sent", async () => {
  const server = settingsServer(settingsData());
  await openPage(server, PATH);
  const expectMessage = (message: string) =>
    expect
      .element(field())
      .toHaveAccessibleDescription(expect.stringMatching(new RegExp(`^${message}`)));
  await upload().click();
  await expectMessage("Please select a file to upload");
  await choose(new File(["a logo"], "logo.txt", { type: "text/plain" }));
  await expectMessage("Please select an image file");
  chooseFileOf(5 * MEGABYTE + 1);
  await expectMessage("File size must be less than 5MB");
  await upload().click();
  await expectMessage("Please select a file to upload");
  await server.settled();
  expect(server.calls(companySettingsApi.uploadLogo)).toEqual([]);
});

test("a logo that the server refuses shows the server's message at the field", async () => {
  const server = settingsServer(settingsData());
  await openPage(server, PATH);
  for (const message of [
    "Please select an image file",
    "This SVG contains something that is not allowed: script",
  ]) {
    server.refuse(companySettingsApi.uploadLogo, 400, "Validation failed", {
      errors: { logo: [message] },
    });
    await choose(drawing());
    await upload().click();
    await expect
      .element(field())
      .toHaveAccessibleDescription(expect.stringMatching(new RegExp(`^${message}`)));
    await expect.element(field()).toHaveAttribute("aria-invalid", "true");
  }
  await expect.element(headerLogo()).not.toBeInTheDocument();
  await expect.element(shownToast()).not.toBeInTheDocument();
});

test("a failed upload of a logo shows a toast, and the file stays selected", async () => {
  const server = settingsServer(settingsData());
  await openPage(server, PATH);
  await choose(drawing());
  const expectToast = async (text: string) => {
    await upload().click();
    await expect.element(shownToast()).toMatchTextContent(text);
  };
  server.breakConnection(companySettingsApi.uploadLogo);
  await expectToast("Network error occurred");
  const text = vi.spyOn(Response.prototype, "text");
  server.restore(companySettingsApi.uploadLogo);
  text.mockResolvedValueOnce("<p>Hello</p>");
  await expectToast("Invalid response format");
  text.mockRestore();
  server.refuse(companySettingsApi.uploadLogo, 500, "", { message: undefined });
  await expectToast("Upload failed");
  await expect.element(page.getByText("logo.svg")).toBeVisible();
});

test("removing the logo requires a confirmation and reloads the page, which then shows the company's name", async () => {
  const data = settingsData();
  data.settings.logoUrl = pictureOf(200, 50);
  const server = settingsServer(data);
  const { documentLoads, reload } = await openPage(server, PATH);
  const remove = page.getByRole("main").getByRole("button", { name: "Remove logo" });
  const dialog = page.getByRole("alertdialog", { name: "Remove the logo?" });
  await remove.click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(remove).toHaveFocus();
  server.refuse(companySettingsApi.removeLogo, 500, "", { message: undefined });
  await remove.click();
  await dialog.getByRole("button", { name: "Remove logo" }).click();
  await expect.element(shownToast()).toMatchTextContent("Failed to remove the logo");
  expect(documentLoads).toEqual([]);
  server.restore(companySettingsApi.removeLogo);
  await dialog.getByRole("button", { name: "Remove logo" }).click();
  await expect.poll(() => documentLoads).toEqual([{ kind: "reload", address: PATH }]);
  await reload();
  await expect.element(shownToast()).toMatchTextContent(/^Company logo removed/);
  await expect.element(banner().getByRole("link", { name: "Acme" })).toBeVisible();
  await expect.element(remove).not.toBeInTheDocument();
});

test("a wide or a high logo changes neither the height of the header nor the width of the page", async () => {
  const heightWith = async (logoUrl: string | null) => {
    const data = acmeData({ portal: portalOf({ ...acme, logoUrl }) });
    await openPage(acmeServer(data), "/changelog");
    if (logoUrl !== null) {
      await expect.poll(() => (headerLogo().element() as HTMLImageElement).complete).toBe(true);
      expect((headerLogo().element() as HTMLImageElement).naturalWidth).toBeGreaterThan(0);
    }
    expect(document.documentElement.scrollWidth - innerWidth).toBeLessThanOrEqual(0);
    return banner().element().getBoundingClientRect().height;
  };
  const usual = await heightWith(null);
  expect(await heightWith(pictureOf(1600, 20))).toBe(usual);
  expect(await heightWith(pictureOf(20, 1200))).toBe(usual);
});

test("a logo that fails to load is replaced by the company's name", async () => {
  const logoUrl = "data:image/png;base64,AAAA";
  const data = acmeData({ portal: portalOf({ ...acme, logoUrl }) });
  await openPage(acmeServer(data), "/changelog");
  await expect.element(headerLogo()).not.toBeInTheDocument();
  await expect.element(banner().getByRole("link", { name: "Acme" })).toBeVisible();
});

test.each([
  { allowed: 1, limit: 1 },
  { allowed: 50, limit: 5 },
])(
  "a logo of more than $limit MB is refused if the installation allows uploads of $allowed MB",
  async ({ allowed, limit }) => {
    const data = settingsData();
    data.portal.site.maxUploadSize = allowed;
    const server = settingsServer(data);
    await openPage(server, PATH);
    await expect.element(field()).toBeInTheDocument();
    chooseFileOf(limit * MEGABYTE + 1);
    await expect
      .element(field())
      .toHaveAccessibleDescription(new RegExp(`^File size must be less than ${String(limit)}MB`));
    expect(server.calls(companySettingsApi.uploadLogo)).toEqual([]);
  },
);
