import { expect, test } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { brandingErrorText } from "./brandingErrorText.ts";

test("after a failed branding update, the error text is the server's message, otherwise the response text if it is not JSON, otherwise a fixed text", () => {
  expect(brandingErrorText(new ApiError(403, '{"message":"Not allowed"}'))).toBe("Not allowed");
  expect(brandingErrorText(new ApiError(500, "{}"))).toBe("Failed to update branding settings");
  expect(brandingErrorText(new ApiError(502, "Bad Gateway"))).toBe(
    "Server error: 502 - Bad Gateway",
  );
});
