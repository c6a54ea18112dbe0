import { clsx } from "clsx";
import type { ClassValue } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names; of two Tailwind classes that say opposite things, the later one stays. */
export function cn(...values: ClassValue[]): string {
  return twMerge(clsx(values));
}
