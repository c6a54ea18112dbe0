import { describe, expect, test } from "vitest";
import { customDomain, email, line, subdomain, text } from "./fields.ts";

describe("texts", () => {
  test.each([
    "\u200B",
    "\u3164",
    "\u2800",
    "\u202E",
    "\u00AD",
    "\uFEFF\u200D",
    " \u2060 ",
    "\u{E0041}",
  ])("%j has no visible character", (given) => {
    expect(text("Text", 1, 9).safeParse(given).error?.issues[0]?.message).toBe("Text is required");
    expect(text("Text", 0, 9).parse(given)).toBe("");
  });

  test.each(["a", "👩‍🚀", "🇩🇪", "می‌خواهم", "क्‍ष", "co\u00ADop", "\u200Fעברית", "۞", "."])(
    "%j is kept as it is, in texts and in names",
    (given) => {
      expect([text("Text", 1, 9).parse(given), line("Name", 1, 9).parse(given)]).toEqual([
        given,
        given,
      ]);
    },
  );

  test("a text is stored in NFC, and keeps its line breaks", () => {
    expect(text("Text", 1, 9).parse(" Se\u0301\n\tb\n")).toBe("Sé\n\tb");
  });

  test("rows of combining marks are divided, so that nobody takes long to normalize them", () => {
    const field = text("Text", 1, 300_000);
    const marks = "\u0301\u0323".repeat(100_000);
    const stored = field.parse(marks);
    expect(stored.replaceAll("\u034F", "")).toHaveLength(marks.length);
    expect(stored).not.toMatch(/[\u0300-\u034E]{31}/);
    expect(field.parse(stored)).toBe(stored);
    expect(field.parse("e" + "\u0301".repeat(30))).toBe("é" + "\u0301".repeat(29));
  });

  test.each(["a\nb", "a\rb", "a\u0007b", "a\u001Bb", "a\u0085b", "a\u2028b"])(
    "%j is no name",
    (given) => {
      expect(line("Name", 1, 9).safeParse(given).error?.issues[0]?.message).toBe(
        "Name must be one line without control characters",
      );
    },
  );

  test.each([
    ["Dark\tmode\n", "Dark mode"],
    ["\u202Eevil\u202C \u2066name\u2069", "evil name"],
    ["Se\u0301curite\u0301", "Sécurité"],
  ])("%j is stored as the name %j", (given, stored) => {
    expect(line("Name", 1, 99).parse(given)).toBe(stored);
  });
});

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
