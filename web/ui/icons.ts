import bellShapes from "lucide/dist/esm/icons/bell.mjs";
import chevronDownShapes from "lucide/dist/esm/icons/chevron-down.mjs";
import circleAlertShapes from "lucide/dist/esm/icons/circle-alert.mjs";
import circleCheckShapes from "lucide/dist/esm/icons/circle-check.mjs";
import loaderCircleShapes from "lucide/dist/esm/icons/loader-circle.mjs";
import lockShapes from "lucide/dist/esm/icons/lock.mjs";
import menuShapes from "lucide/dist/esm/icons/menu.mjs";
import monitorShapes from "lucide/dist/esm/icons/monitor.mjs";
import moonShapes from "lucide/dist/esm/icons/moon.mjs";
import plusShapes from "lucide/dist/esm/icons/plus.mjs";
import rotateCwShapes from "lucide/dist/esm/icons/rotate-cw.mjs";
import searchShapes from "lucide/dist/esm/icons/search.mjs";
import slidersHorizontalShapes from "lucide/dist/esm/icons/sliders-horizontal.mjs";
import sunShapes from "lucide/dist/esm/icons/sun.mjs";
import xShapes from "lucide/dist/esm/icons/x.mjs";
import { createIcon } from "./createIcon.tsx";

/**
 * The icons of the layout and of lists, which every public page loads. The shapes are imported from
 * their own files, because an import of the package's index would load every icon. Icons of an
 * item's page are in `itemIcons.ts`, icons of the other public pages in `pageIcons.ts`, and icons
 * of forms and admin screens in `adminIcons.ts`.
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
export const Plus = createIcon(plusShapes);
export const RotateCw = createIcon(rotateCwShapes);
export const Search = createIcon(searchShapes);
export const SlidersHorizontal = createIcon(slidersHorizontalShapes);
export const Sun = createIcon(sunShapes);
export const X = createIcon(xShapes);

/** The icon that marks the number of votes. */
export const UpIcon = createIcon([["path", { d: "M6 15l6-6 6 6", strokeWidth: "2.25" }]]);

/** The icon that marks the number of comments. */
export const CommentIcon = createIcon([
  ["path", { d: "M20 4H4a2 2 0 0 0-2 2v15l4-4h14a2 2 0 0 0 2-2V6a2 2 0 0 0-2-2z" }],
]);
