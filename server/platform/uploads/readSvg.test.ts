import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { acme } from "#server/operations/demo/content/acme.ts";
import { globex } from "#server/operations/demo/content/globex.ts";
import { HttpError } from "#server/platform/http/httpError.ts";
import { processorMs } from "#server/checks/fixtures/processorMs.ts";
import { readSvg } from "./readSvg.ts";

const OPEN =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">';
const DOT = '<rect width="1" height="1"/>';
const svg = (inner: string) => `${OPEN}${inner}${DOT}</svg>`;
const read = (text: string) => readSvg(Buffer.from(text)).toString();
const CLEAN = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">`;

function refusalOf(content: string | Buffer): { status: number; message: string; ms: number } {
  const start = processorMs();
  try {
    readSvg(Buffer.from(content));
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return { status: error.status, message: error.message, ms: processorMs() - start };
  }
  throw new Error("The SVG was not refused");
}

/** Returns the elements and attributes in order, as an independent parser reads them. */
function meaningOf(text: string): [string, object][] {
  const found: [string, object][] = [];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => found.push([name, attributes]));
  parser.write(text).close();
  return found;
}

describe("an accepted SVG", () => {
  test.each([acme, globex])(
    "the logo of $name has the same drawing elements after rewriting",
    ({ logoSvg }) => {
      expect(meaningOf(read(logoSvg))).toEqual(meaningOf(logoSvg));
    },
  );

  test("reading an SVG that has already been rewritten does not change it", () => {
    for (const { logoSvg } of [acme, globex]) expect(read(read(logoSvg))).toBe(read(logoSvg));
  });

  test("references to gradients, clip paths, symbols and other elements of an SVG are preserved", () => {
    const inner =
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient>' +
      '<clipPath id="c"><circle r="4"/></clipPath><symbol id="s"><path d="M0 0h4"/></symbol></defs>' +
      '<rect fill="url(#g)" clip-path="url(#c)" width="4" height="4"/><use href="#s" x="2"/>';
    expect(read(svg(inner))).toBe(`${CLEAN}${inner}${DOT}</svg>`);
  });

  test("when an SVG is rewritten, xlink:href becomes href, and style declarations become attributes", () => {
    const inner =
      '<g id="a"><path d="M0 0"/></g><use xlink:href="#a" style="fill:#f00;-x-y:1;stroke: none"/>';
    expect(read(svg(inner))).toContain('<use href="#a" fill="#f00" stroke="none"/>');
  });

  test("comments, metadata, classes, unknown elements and unknown attributes are removed from an SVG", () => {
    const text =
      '<?xml version="1.0" encoding="UTF-8"?><!-- made by hand -->' +
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:e="http://editor.example/" viewBox="0 0 10 10" class="x" e:v="1">' +
      '<metadata><e:about>me</e:about></metadata><e:view zoom="2"><rect/></e:view><filter id="f"/>stray' +
      `<rect width="1" height="1" filter="url(#f)" data-name="x"/></svg>`;
    expect(read(text)).toBe(`${CLEAN}${DOT}</svg>`);
  });

  test("the text of an SVG is preserved and escaped, even if it is in CDATA or character references", () => {
    expect(read(svg("<text>a &lt; b &#38; <![CDATA[<script>]]></text>"))).toContain(
      "<text>a &lt; b &amp; &lt;script&gt;</text>",
    );
  });

  test("when an SVG is rewritten, a missing namespace is added, and namespace prefixes are removed", () => {
    expect(read(`<svg viewBox="0 0 10 10">${DOT}</svg>`)).toBe(`${CLEAN}${DOT}</svg>`);
    expect(
      read(
        '<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><s:rect width="1" height="1"/></s:svg>',
      ),
    ).toBe(`${CLEAN}${DOT}</svg>`);
  });

  test("attributes whose values could hide a URL are removed from an SVG", () => {
    const inner = String.raw`<path d="M0 0" fill="u\72l(x)" stroke="image(x)" opacity="var(--x)" transform="rotate(4)"/>`;
    expect(read(svg(inner))).toContain('<path d="M0 0" transform="rotate(4)"/>');
  });
});

describe("a dangerous SVG", () => {
  test.each([
    ["script", "<script>alert(1)</script>"],
    ["script", '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>'],
    ["script", "<metadata><g><script/></g></metadata>"],
    ["style", "<style>rect{fill:red}</style>"],
    ["foreignObject", "<foreignObject><div/></foreignObject>"],
    ["image", '<image href="data:image/png;base64,AA=="/>'],
    ["feImage", '<filter><feImage href="#x"/></filter>'],
    ["a", '<a href="#x"><rect/></a>'],
    ["animate", '<rect><animate attributeName="x" to="5"/></rect>'],
    ["set", '<rect><set attributeName="href" to="javascript:alert(1)"/></rect>'],
    ["iframe", '<iframe xmlns="http://www.w3.org/1999/xhtml" src="//evil.example"/>'],
    ["onload", '<g onload="alert(1)"/>'],
    ["ONCLICK", '<g ONCLICK="alert(1)"/>'],
    ["an external reference", '<use href="https://evil.example/x.svg#a"/>'],
    ["an external reference", '<use xlink:href="//evil.example/x.svg#a"/>'],
    ["an external reference", '<use href="data:image/svg+xml,x#a"/>'],
    ["an external reference", '<g href="javascript:alert(1)"/>'],
    ["an external reference", '<rect fill="url(https://evil.example/#a)"/>'],
    ["an external reference", `<rect fill="url( 'x.svg#a')"/>`],
    ["an external reference", '<rect style="fill:URL(//evil.example/#a)"/>'],
    ["an external reference", '<rect filter="url(evil.svg#f)"/>'],
    ["a processing instruction", '<?xml-stylesheet href="https://evil.example/x.css"?>'],
    ["an entity", "<text>&nbsp;</text>"],
  ])("an SVG with %s is refused with a message that says so: %s", (what, inner) => {
    expect(refusalOf(svg(inner))).toMatchObject({
      status: 400,
      message: `This SVG contains something that is not allowed: ${what}`,
    });
  });

  test.each([
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg("<text>&x;</text>")}`,
    `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${svg("<text>&b;</text>")}`,
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg("")}`,
  ])("an SVG with a DOCTYPE, which could define entities, is refused", (text) => {
    expect(refusalOf(text).message).toBe(
      "This SVG contains something that is not allowed: DOCTYPE",
    );
  });
});

describe("an SVG beyond the limits", () => {
  const nestedUses = Array.from(
    { length: 12 },
    (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
  ).join("");
  const chainedMasks = Array.from(
    { length: 9 },
    (_, level) => `<mask id="m${level + 1}">${`<rect mask="url(#m${level})"/>`.repeat(8)}</mask>`,
  ).join("");
  test.each([
    ["100,000 nested groups", `${"<g>".repeat(100_000)}${"</g>".repeat(100_000)}`],
    ["100,000 groups that are never closed", "<g>".repeat(100_000)],
    ["65 nested groups", `${"<g>".repeat(65)}${"</g>".repeat(65)}`],
    ["5,001 elements", "<g/>".repeat(5_001)],
    ["5,001 elements that would be left out", `<metadata>${"<x/>".repeat(5_001)}</metadata>`],
    ["41 attributes", `<g ${Array.from({ length: 41 }, (_, index) => `a${index}=""`).join(" ")}/>`],
    [
      "uses that expand to a billion elements",
      `<g id="l0"><rect/></g>${nestedUses}<use href="#l12"/>`,
    ],
    ["masks that expand to millions of elements", `<mask id="m0"><rect/></mask>${chainedMasks}`],
    ["a use of its own ancestor", '<g id="a"><use href="#a"/></g>'],
    ["groups that use each other", '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'],
    ["a clip path that clips itself", '<clipPath id="c"><rect clip-path="url(#c)"/></clipPath>'],
    [
      "a long chain of uses",
      Array.from({ length: 1_000 }, (_, i) => `<g id="c${i}"><use href="#c${i + 1}"/></g>`).join(
        "",
      ),
    ],
  ])("an SVG with %s is refused within half a second", (_, inner) => {
    const { status, message, ms } = refusalOf(`${OPEN}${inner}${DOT}</svg>`);
    expect([status, message]).toEqual(
      inner.length > 512 * 1024
        ? [413, "An SVG file must be at most 512KB"]
        : [400, "This SVG is too complex"],
    );
    expect(ms).toBeLessThan(500);
  });

  test("an SVG above 512 KB is refused", () => {
    expect(refusalOf(svg(`<desc>${"x".repeat(512 * 1024)}</desc>`))).toMatchObject({
      status: 413,
      message: "An SVG file must be at most 512KB",
    });
  });

  test.each([
    ["a long path", `<path d="${"M".repeat(500_000)}"/>`],
    ["a long value of brackets", `<path transform="${"(".repeat(500_000)}"/>`],
    ["a long value of functions", `<path transform="${"scale(1)".repeat(60_000)}"/>`],
    ["a long value of white space and url", `<path fill="${"url( ".repeat(100_000)}"/>`],
    ["a long style", `<path d="M0 0" style="${"fill:red;".repeat(50_000)}"/>`],
    ["many character references", `<text>${"&#38;".repeat(100_000)}</text>`],
    ["many comments", "<!-- -->".repeat(60_000)],
  ])("an SVG with %s is read or refused within 700 ms", (_, inner) => {
    const start = processorMs();
    try {
      read(svg(inner));
    } catch (error) {
      expect(error).toBeInstanceOf(HttpError);
    }
    expect(processorMs() - start).toBeLessThan(700);
  });
});

describe("a file that is not an SVG", () => {
  test.each([
    ["an HTML page", "<!doctype html><html><body><svg></svg></body></html>"],
    ["an HTML page without a doctype", "<html><svg xmlns='http://www.w3.org/2000/svg'/></html>"],
    ["an svg element of another namespace", "<svg xmlns='http://elsewhere.example/'><rect/></svg>"],
    ["text", "< <svg"],
    ["other XML", "<x/>"],
    ["nothing", ""],
  ])("a file that contains %s is refused as not being an image", (_, text) => {
    expect(refusalOf(text)).toMatchObject({ status: 400, message: "Please select an image file" });
  });

  test("a truncated or malformed SVG is refused", () => {
    for (const text of [`${OPEN}${DOT}`, `${OPEN}<rect></g></svg>`, `${OPEN}<rect x=1/></svg>`]) {
      expect(refusalOf(text)).toMatchObject({ status: 400, message: "This SVG is damaged" });
    }
  });

  test("an SVG that is not UTF-8 is refused", () => {
    const message = "Please save the SVG as UTF-8";
    expect(refusalOf(Buffer.from(svg("<text>é</text>"), "latin1")).message).toBe(message);
    expect(refusalOf(`<?xml version="1.0" encoding="ISO-8859-1"?>${svg("")}`).message).toBe(
      message,
    );
  });

  test("an SVG that draws nothing is refused", () => {
    expect(refusalOf(`${OPEN}<defs/></svg>`).message).toBe(
      "This SVG draws nothing that can be kept",
    );
  });
});
