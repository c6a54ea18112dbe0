import { afterEach, expect, test } from "vitest";
import { contrast, READABLE } from "#contract/color.ts";
import { brandVariables } from "#web/features/theme/brandStyle.ts";
import "./app.css";

/** Backgrounds of most texts. */
const PAGE = ["canvas", "surface", "raised", "sunken", "hover"];

/** The custom properties of the text colours, each with the backgrounds on which it is displayed. */
const BACKGROUNDS_OF: Readonly<Record<string, readonly string[]>> = {
  ink: [...PAGE, "primary-tint", "menu-tint"],
  muted: [...PAGE, "primary-tint"],
  "danger-text": [...PAGE, "danger-tint"],
  "brand-primary-text": [...PAGE, "primary-tint"],
  "brand-on-primary": ["brand-primary"],
  "brand-button-text": ["brand-primary", "primary-hover"],
  "on-danger": ["danger", "danger-hover"],
  "amber-text": ["amber-tint"],
  "blue-text": ["blue-tint"],
  "violet-text": ["violet-tint"],
  "green-text": ["green-tint", "canvas", "surface", "raised"],
  "brand-on-auth-background": ["brand-auth-background"],
};

const pairs = Object.entries(BACKGROUNDS_OF).flatMap(([text, backgrounds]) =>
  backgrounds.map((background) => ({ text, background })),
);

afterEach(() => document.body.replaceChildren());

/** Returns the colours of an element as they are painted, in the form #rrggbb. */
function paintedColors(
  text: string,
  background: string,
  scheme: string,
  brand: Readonly<Record<string, string>> = {},
): [string, string] {
  const element = document.createElement("p");
  element.dataset.scheme = scheme;
  for (const [name, value] of Object.entries(brand)) element.style.setProperty(name, value);
  element.style.color = `var(--${text})`;
  element.style.backgroundColor = `var(--${background})`;
  document.body.append(element);
  const style = getComputedStyle(element);
  for (const name of [text, background])
    if (style.getPropertyValue(`--${name}`) === "") throw new Error(`--${name} is not defined`);
  const { color, backgroundColor } = style;
  return [painted(color), painted(backgroundColor)];
}

function painted(color: string): string {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("The browser has no canvas");
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

test.each(["light", "dark"])(
  "in the %s theme, every text colour is readable on each of its backgrounds",
  (scheme) => {
    const unreadable = pairs.flatMap(({ text, background }) => {
      const [front, back] = paintedColors(text, background, scheme);
      const ratio = contrast(front, back);
      return ratio < READABLE ? [`${text} on ${background}: ${ratio.toFixed(2)}`] : [];
    });
    expect(unreadable).toEqual([]);
  },
);

test.each([
  ["#ffffff", "#767676"],
  ["#767676", "#ffffff"],
  ["#4f46e5", "#ffffff"],
])(
  "on a button of the colour %s, the text of the colour %s has at least as much contrast on hover",
  (primaryColor, buttonTextColor) => {
    const brand = brandVariables({ primaryColor, buttonTextColor }, "light");
    const ratioOn = (background: string) =>
      contrast(...paintedColors("brand-button-text", background, "light", brand));
    expect(ratioOn("brand-primary")).toBeGreaterThanOrEqual(READABLE);
    expect(ratioOn("primary-hover")).toBeGreaterThanOrEqual(ratioOn("brand-primary"));
  },
);
