import arrowLeftShapes from "lucide/dist/esm/icons/arrow-left.mjs";
import arrowRightShapes from "lucide/dist/esm/icons/arrow-right.mjs";
import messageSquareShapes from "lucide/dist/esm/icons/message-square.mjs";
import pencilShapes from "lucide/dist/esm/icons/pencil.mjs";
import trash2Shapes from "lucide/dist/esm/icons/trash.mjs";
import { createIcon } from "./createIcon.tsx";

/** The icons of an item's page (see `icons.ts`). */
export const ArrowLeft = createIcon(arrowLeftShapes);
export const ArrowRight = createIcon(arrowRightShapes);
export const MessageSquare = createIcon(messageSquareShapes);
export const Pencil = createIcon(pencilShapes);
export const Trash2 = createIcon(trash2Shapes);
