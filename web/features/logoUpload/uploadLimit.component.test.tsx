import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { companySettingsApi } from "#contract/companySettings.ts";
import { openPage } from "#web/testing/openPage.tsx";
import { settingsData, settingsServer } from "#web/testing/settingsServer.ts";

const MEGABYTE = 1024 * 1024;

/**
 * Chooses a PNG file of this size in bytes. The file is created in the browser, because sending
 * megabytes through the browser's driver is slow.
 */
function choose(field: HTMLInputElement, size: number): void {
  const chosen = new DataTransfer();
  chosen.items.add(new File([new Uint8Array(size)], "large.png", { type: "image/png" }));
  field.files = chosen.files;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

test.each([
  { allowed: 1, limit: 1 },
  { allowed: 50, limit: 5 },
])(
  "a logo of more than $limit MB is refused if the installation allows uploads of $allowed MB",
  async ({ allowed, limit }) => {
    const data = settingsData();
    data.portal.site.maxUploadSize = allowed;
    const server = settingsServer(data);
    await openPage(server, "/company/settings/logo");
    const file = page.getByLabelText("Logo", { exact: true });
    choose((await file.findElement()) as HTMLInputElement, limit * MEGABYTE + 1);
    await expect
      .element(file)
      .toHaveAccessibleDescription(new RegExp(`^File size must be less than ${String(limit)}MB`));
    expect(server.calls(companySettingsApi.uploadLogo)).toEqual([]);
  },
);
