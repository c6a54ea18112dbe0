/** Joins class names. Where one of them is to yield to another, it says so: see `weak:` in app.css. */
export { clsx as cn } from "clsx";
