import { expect, test } from "vitest";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { brandStyle } from "./brandStyle.ts";

function variable(style: string, name: string): string | undefined {
  return new RegExp(`--${name}:([^;]*);`).exec(style)?.[1];
}

test("a company's colours are written as CSS variables", () => {
  const style = brandStyle({
    ...DEFAULT_BRANDING,
    primaryColor: "#0b7",
    authBackgroundColor: "#ffee00",
  });
  expect(variable(style, "brand-primary")).toBe("#0b7");
  expect(variable(style, "brand-on-auth-background")).toBe("#000000");
});

test("only hex colours are written to the style element", () => {
  const style = brandStyle({
    primaryColor: "#fff}</style><script>alert(1)</script>",
    accentColor: "red",
  });
  expect(style).toBe(brandStyle(DEFAULT_BRANDING));
});

function buttonTextFor(buttonTextColor: string): string | undefined {
  return variable(brandStyle({ primaryColor: "#4f46e5", buttonTextColor }), "brand-button-text");
}

test("the configured button text colour is used only if it is readable", () => {
  expect(buttonTextFor("#fdf6b2")).toBe("#fdf6b2");
  expect(buttonTextFor("#5850ec")).toBe("#ffffff");
});

test("in dark mode the sign-in panel is neutral dark with white text, whatever colour is configured", () => {
  const dark = brandStyle({ authBackgroundColor: "#ffffff" }).split("@media")[1] ?? "";
  expect(variable(dark, "brand-auth-background")).toBe("#18181b");
  expect(variable(dark, "brand-on-auth-background")).toBe("#ffffff");
});

test("dark mode has its own variant of the primary colour for text, whether the system setting or the user selects dark mode", () => {
  const style = brandStyle({ primaryColor: "#1e1b4b" });
  expect(style).toContain("@media (prefers-color-scheme:dark)");
  expect(style.match(/--brand-primary-text:#1e1b4b;/g)).toHaveLength(1);
});
