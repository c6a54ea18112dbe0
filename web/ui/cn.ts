/** Joins class names. A class that callers may override has the variant `weak:` (see app.css). */
export { clsx as cn } from "clsx";
