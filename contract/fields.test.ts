import { describe, expect, test } from "vitest";
import { customDomain, email, subdomain } from "./fields.ts";

describe("e-mail addresses", () => {
  test.each([
    ["r&d@example.org", "r&d@example.org"],
    ["a/b@example.org", "a/b@example.org"],
    ["a=b@example.org", "a=b@example.org"],
    [" Ann@Example.org ", "Ann@example.org"],
    ["user@bücher.example", "user@xn--bcher-kva.example"],
    ["user@xn--80ak6aa92e.xn--p1ai", "user@xn--80ak6aa92e.xn--p1ai"],
  ])("%s is an address", (given, stored) => {
    expect(email.parse(given)).toBe(stored);
  });

  test.each([
    "mailto:ann@example.org",
    "müller@example.org",
    "x@1.imported.invalid",
    "a@b",
    '"a b"@example.org',
    "a@example..org",
    "a@-example.org",
    "a@example.org.",
    "a@127.0.0.1",
    "a@exa mple.org",
    "a@b@example.org",
    "a@example.org:25",
  ])("%s is no address", (given) => {
    expect(email.safeParse(given).success).toBe(false);
  });

  test.each(["a@", "@", "a.", "ü.", "-"])("many %s are refused within milliseconds", (token) => {
    const start = Date.now();
    expect(email.safeParse(token.repeat(30_000)).success).toBe(false);
    expect(Date.now() - start).toBeLessThan(500);
  });
});

describe("subdomains", () => {
  test.each(["ab--cd", "xn--p1ai", "a1--b", "-ab", "ab-", "ab"])("%s is refused", (given) => {
    expect(subdomain.safeParse(given).success).toBe(false);
  });

  test.each(["a-b", "abc--d", "123"])("%s is accepted", (given) => {
    expect(subdomain.parse(given)).toBe(given);
  });
});

describe("custom domains", () => {
  test.each([
    ["münchen.example", "xn--mnchen-3ya.example"],
    ["Feedback.Example.org", "feedback.example.org"],
    ["пример.рф", "xn--e1afmkfd.xn--p1ai"],
  ])("%s is stored as %s", (given, stored) => {
    expect(customDomain.parse(given)).toBe(stored);
  });

  test.each([
    "localhost",
    "127.0.0.1",
    "a.example:80",
    "https://a.example",
    "a.example/x",
    "a..example",
    "0x7f.1",
  ])("%s is no domain", (given) => {
    expect(customDomain.safeParse(given).success).toBe(false);
  });
});
