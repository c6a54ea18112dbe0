import type { SVGProps } from "react";
import { createElement } from "react";

/** The shapes of an icon, each an element's name and its attributes. */
export type IconShapes = readonly (readonly [
  tag: string,
  attributes: Readonly<Record<string, string>>,
])[];

export type IconComponent = (props: SVGProps<SVGSVGElement>) => React.JSX.Element;

/** The attributes that all icons of lucide share. */
const DEFAULTS = {
  width: "24",
  height: "24",
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: "2",
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/**
 * Creates a component from an icon's shapes. The icon is hidden from assistive technology only if
 * the caller sets `aria-hidden`.
 */
// @__NO_SIDE_EFFECTS__
export function createIcon(shapes: IconShapes): IconComponent {
  const children = shapes.map(([tag, attributes]) => createElement(tag, attributes));
  return function Icon(props) {
    return createElement("svg", { ...DEFAULTS, ...props }, ...children);
  };
}
