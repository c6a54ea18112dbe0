import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { acmeData, acmeServer } from "#web/testing/acmeServer.ts";
import { expectWellMade } from "#web/testing/expectWellMade.ts";
import { anItem } from "#web/testing/fixtures.ts";
import { openPage } from "#web/testing/openPage.tsx";

const ID = "0b9d2c4e-7f1a-4c58-9e63-2f8a5d1c7b40";
const CHART = `/pictures/${ID}/1280x720.webp`;
const PLAN = `/pictures/${ID.replace("0b", "1b")}/300x900.webp`;

function illustrated() {
  return acmeServer(
    acmeData({
      items: [
        anItem({
          description: `Look: ![A chart](${CHART})\n\n![The plan](${PLAN})`,
          descriptionFormat: "markdown",
        }),
      ],
    }),
  );
}

const viewer = (name: string) => page.getByRole("dialog", { name });
const shown = () => page.getByRole("dialog").getByRole("img").element() as HTMLImageElement;

test("a picture opens in a viewer, which arrow keys move and Escape closes", async () => {
  await openPage(illustrated(), "/feedback/31");
  const link = page.getByRole("link", { name: "A chart" });
  await expect.element(link).toHaveAttribute("href", CHART);
  (link.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(viewer("A chart")).toBeVisible();
  await expect.element(page.getByRole("status").getByText("1 of 2")).toBeVisible();
  await expectWellMade("the viewer of pictures");
  await userEvent.keyboard("{ArrowLeft}{ArrowRight}{ArrowRight}");
  await expect.element(viewer("The plan")).toBeVisible();
  expect(new URL(shown().src).pathname).toBe(PLAN);
  await page.getByRole("button", { name: "Previous picture" }).click();
  await expect.element(viewer("A chart")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(link).toHaveFocus();
});

test("pictures have a size before they are loaded, and the small form for small windows", async () => {
  await openPage(illustrated(), "/feedback/31");
  const picture = page.getByRole("img", { name: "A chart" });
  await expect.element(picture).toHaveAttribute("width", "1280");
  await expect.element(picture).toHaveAttribute("height", "720");
  await expect
    .element(picture)
    .toHaveAttribute("srcset", `/pictures/${ID}/640.webp 640w, ${CHART} 1280w`);
});
