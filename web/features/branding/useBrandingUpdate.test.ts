import { expect, test } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { brandingErrorText } from "./useBrandingUpdate.ts";

test("the error text of a failed branding update is the server's message, a fixed text if a JSON response has no message, or the response text if the response is not JSON", () => {
  expect(brandingErrorText(new ApiError(403, '{"message":"Not allowed"}'))).toBe("Not allowed");
  expect(brandingErrorText(new ApiError(500, "{}"))).toBe("Failed to update branding settings");
  expect(brandingErrorText(new ApiError(502, "Bad Gateway"))).toBe(
    "Server error: 502 - Bad Gateway",
  );
  expect(brandingErrorText(new ApiError(200, "<p>Hello</p>"))).toBe(
    "Server error: 200 - <p>Hello</p>",
  );
});
