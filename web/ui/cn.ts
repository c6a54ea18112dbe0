/** Joins class names. A class that callers can override has the variant `weak:` (see app.css). */
export { clsx as cn } from "clsx";
