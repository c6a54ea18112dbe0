import { expect, test } from "vitest";
import { processorMs } from "#server/checks/fixtures/processorMs.ts";
import { deviceName } from "./deviceName.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
    "Chrome on Windows",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
    "Edge on Windows",
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 OPR/120.0`,
    "Opera on Windows",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
    "Chrome on ChromeOS",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPad",
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S931B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  ["curl/8.5.0", "Unknown device"],
  ["", "Unknown device"],
  ["Mozilla/5.0 (Windows NT 10.0)", "Windows"],
])("the User-Agent header %s has the device name %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

test("four User-Agent headers designed for slow matching are parsed in less than 50 ms of processor time", () => {
  const start = processorMs();
  for (const part of ["Version/1 ", "Mac OS X ", "Edg", "Safari"])
    deviceName(part.repeat(300).slice(0, 300));
  expect(processorMs() - start).toBeLessThan(50);
});
