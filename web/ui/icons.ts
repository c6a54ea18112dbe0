import type { SVGProps } from "react";
import { createElement } from "react";
import bellShapes from "lucide/dist/esm/icons/bell.mjs";
import chevronDownShapes from "lucide/dist/esm/icons/chevron-down.mjs";
import circleAlertShapes from "lucide/dist/esm/icons/circle-alert.mjs";
import circleCheckShapes from "lucide/dist/esm/icons/circle-check.mjs";
import loaderCircleShapes from "lucide/dist/esm/icons/loader-circle.mjs";
import lockShapes from "lucide/dist/esm/icons/lock.mjs";
import menuShapes from "lucide/dist/esm/icons/menu.mjs";
import monitorShapes from "lucide/dist/esm/icons/monitor.mjs";
import moonShapes from "lucide/dist/esm/icons/moon.mjs";
import pencilShapes from "lucide/dist/esm/icons/pencil.mjs";
import plusShapes from "lucide/dist/esm/icons/plus.mjs";
import rotateCwShapes from "lucide/dist/esm/icons/rotate-cw.mjs";
import searchShapes from "lucide/dist/esm/icons/search.mjs";
import slidersHorizontalShapes from "lucide/dist/esm/icons/sliders-horizontal.mjs";
import sunShapes from "lucide/dist/esm/icons/sun.mjs";
import trash2Shapes from "lucide/dist/esm/icons/trash.mjs";
import xShapes from "lucide/dist/esm/icons/x.mjs";

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

/**
 * The icons that several visitors' pages load. The shapes are imported from their own files,
 * because an import of the package's index would load every icon. An icon that only one visitors'
 * page shows is created there. All other icons are in `adminIcons.ts`.
 */
export const Bell = createIcon(bellShapes);
export const ChevronDown = createIcon(chevronDownShapes);
export const CircleAlert = createIcon(circleAlertShapes);
export const CircleCheck = createIcon(circleCheckShapes);
export const LoaderCircle = createIcon(loaderCircleShapes);
export const Lock = createIcon(lockShapes);
export const Menu = createIcon(menuShapes);
export const Monitor = createIcon(monitorShapes);
export const Moon = createIcon(moonShapes);
export const Pencil = createIcon(pencilShapes);
export const Plus = createIcon(plusShapes);
export const RotateCw = createIcon(rotateCwShapes);
export const Search = createIcon(searchShapes);
export const SlidersHorizontal = createIcon(slidersHorizontalShapes);
export const Sun = createIcon(sunShapes);
export const Trash2 = createIcon(trash2Shapes);
export const X = createIcon(xShapes);

/** The icon that marks the number of votes. */
export const UpIcon = createIcon([["path", { d: "M6 15l6-6 6 6", strokeWidth: "2.25" }]]);

/** The icon that marks the number of comments. */
export const CommentIcon = createIcon([
  ["path", { d: "M20 4H4a2 2 0 0 0-2 2v15l4-4h14a2 2 0 0 0 2-2V6a2 2 0 0 0-2-2z" }],
]);
