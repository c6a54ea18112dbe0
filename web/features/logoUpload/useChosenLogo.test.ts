import { expect, test } from "vitest";
import { checkLogoFile, logoLimit } from "./useChosenLogo.ts";

const MEGABYTE = 1024 * 1024;

test("a logo must be a PNG, JPG or SVG image below the size limit", () => {
  expect(checkLogoFile({ type: "image/svg+xml", size: 5 * MEGABYTE - 1 }, 5)).toBeNull();
  expect(checkLogoFile(null, 5)).toBe("Please select a file to upload");
  expect(checkLogoFile({ type: "text/html", size: 10 }, 5)).toBe("Please select an image file");
  expect(checkLogoFile({ type: "", size: 10 }, 5)).toBe("Please select an image file");
  expect(checkLogoFile({ type: "image/gif", size: 10 }, 5)).toBe(
    "Please select a PNG, JPG or SVG file",
  );
  expect(checkLogoFile({ type: "image/png", size: 5 * MEGABYTE }, 5)).toBe(
    "File size must be less than 5MB",
  );
});

test("if the installation's upload limit is lower than the limit for logos, logos must be below the installation's limit", () => {
  expect(logoLimit(2)).toBe(2);
  expect(logoLimit(20)).toBe(5);
  expect(checkLogoFile({ type: "image/png", size: 3 * MEGABYTE }, logoLimit(2))).toBe(
    "File size must be less than 2MB",
  );
});
