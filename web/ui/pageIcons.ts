import building2Shapes from "lucide/dist/esm/icons/building-complex.mjs";
import checkShapes from "lucide/dist/esm/icons/check.mjs";
import chevronUpShapes from "lucide/dist/esm/icons/chevron-up.mjs";
import globeShapes from "lucide/dist/esm/icons/globe.mjs";
import layersShapes from "lucide/dist/esm/icons/layers.mjs";
import mapShapes from "lucide/dist/esm/icons/map.mjs";
import megaphoneShapes from "lucide/dist/esm/icons/megaphone.mjs";
import messageSquarePlusShapes from "lucide/dist/esm/icons/message-square-plus.mjs";
import messagesSquareShapes from "lucide/dist/esm/icons/messages-square.mjs";
import rocketShapes from "lucide/dist/esm/icons/rocket.mjs";
import routeShapes from "lucide/dist/esm/icons/route.mjs";
import searchXShapes from "lucide/dist/esm/icons/search-x.mjs";
import { createIcon } from "./createIcon.tsx";

/** The icons of the public pages other than the lists and the item page (see `icons.ts`). */
export const Building2 = createIcon(building2Shapes);
export const Check = createIcon(checkShapes);
export const ChevronUp = createIcon(chevronUpShapes);
export const Globe = createIcon(globeShapes);
export const Layers = createIcon(layersShapes);
export const Map = createIcon(mapShapes);
export const Megaphone = createIcon(megaphoneShapes);
export const MessageSquarePlus = createIcon(messageSquarePlusShapes);
export const MessagesSquare = createIcon(messagesSquareShapes);
export const Rocket = createIcon(rocketShapes);
export const Route = createIcon(routeShapes);
export const SearchX = createIcon(searchXShapes);
