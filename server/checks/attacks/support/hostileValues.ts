import fc from "fast-check";

/** Texts that PostgreSQL cannot store. */
const unstorable = fc.constantFrom("\u0000", "a\u0000b", "\ud800", "\udfff\ud800", "a\ud83d b");

/** Texts that are known to break programs, and random texts. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: unstorable },
  fc.constantFrom(
    "",
    " ",
    "\ufffe\uffff",
    "\u202e\u2066abc",
    "\u2028\u2029\u0085\u001f",
    "\r\nSet-Cookie: x=1",
    "\u001b[2J\u009b31m",
    "'; drop table company; --",
    "%' or 1=1 --",
    "%_\\",
    "${7*7}{{7*7}}#{7*7}",
    "__proto__",
    "constructor",
    "toString",
    "../../../../etc/passwd",
    "<script>alert(1)</script>",
    "=1+1",
    "NaN",
    "Infinity",
    "-0",
    "1e999",
    "0x10",
    "٣",
    "9223372036854775808",
    "\u0130\u0131ſK",
    "🧑‍🤝‍🧑".repeat(50),
    "a\u0301".repeat(200),
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.integer({ min: 1_000, max: 60_000 }).map((length) => "x".repeat(length)),
  fc.integer({ min: 100, max: 10_000 }).map((length) => "\u0000".repeat(length)),
);

export const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    -1,
    0.1,
    1e15,
    1e308,
    -1e308,
    5e-324,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    999_999_999_999_999,
  ),
  fc.double({ noNaN: true }),
  fc.integer(),
);

/** Any JSON value, sometimes very deeply nested or with very many elements. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      null,
      true,
      false,
      [],
      {},
      [[]],
      [null],
      { toString: 1 },
      { length: 1e9 },
    ),
  },
  { weight: 2, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.integer({ min: 10, max: 3_000 }).map(nested) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 10, max: 5_000 })
      .map((length) => Array.from({ length }, (_, n) => n + 1)),
  },
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}
