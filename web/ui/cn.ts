/** Joins class names. A class that others override has the variant `weak:`, see app.css. */
export { clsx as cn } from "clsx";
