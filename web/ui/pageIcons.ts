import arrowLeftShapes from "lucide/dist/esm/icons/arrow-left.mjs";
import arrowRightShapes from "lucide/dist/esm/icons/arrow-right.mjs";
import checkShapes from "lucide/dist/esm/icons/check.mjs";
import chevronUpShapes from "lucide/dist/esm/icons/chevron-up.mjs";
import globeShapes from "lucide/dist/esm/icons/globe.mjs";
import layersShapes from "lucide/dist/esm/icons/layers.mjs";
import mapShapes from "lucide/dist/esm/icons/map.mjs";
import megaphoneShapes from "lucide/dist/esm/icons/megaphone.mjs";
import messageSquareShapes from "lucide/dist/esm/icons/message-square.mjs";
import messagesSquareShapes from "lucide/dist/esm/icons/messages-square.mjs";
import rocketShapes from "lucide/dist/esm/icons/rocket.mjs";
import routeShapes from "lucide/dist/esm/icons/route.mjs";
import trash2Shapes from "lucide/dist/esm/icons/trash.mjs";
import { createIcon } from "./createIcon.tsx";

/** Icons that only some public pages show, such as the landing page. See `icons.ts`. */
export const ArrowLeft = createIcon(arrowLeftShapes);
export const ArrowRight = createIcon(arrowRightShapes);
export const Check = createIcon(checkShapes);
export const ChevronUp = createIcon(chevronUpShapes);
export const Globe = createIcon(globeShapes);
export const Layers = createIcon(layersShapes);
export const Map = createIcon(mapShapes);
export const Megaphone = createIcon(megaphoneShapes);
export const MessageSquare = createIcon(messageSquareShapes);
export const MessagesSquare = createIcon(messagesSquareShapes);
export const Rocket = createIcon(rocketShapes);
export const Route = createIcon(routeShapes);
export const Trash2 = createIcon(trash2Shapes);
