import { cn } from "./cn.ts";

interface AvatarProps {
  name: string | null | undefined;
  size?: "md" | "lg";
  className?: string;
}

const sizes = { md: "size-8 text-xs", lg: "size-16 text-lg" };

/**
 * A person's initials in a circle. The initials are hidden from screen readers, because the
 * person's name is next to the circle or in the label of the button that contains the circle.
 */
export function Avatar({ name, size = "md", className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        "inline-grid shrink-0 place-items-center rounded-full border border-line bg-primary-tint font-semibold text-ink select-none",
        sizes[size],
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}

/**
 * Returns up to two initials of a full name in upper case, or '??' without a name
 * (docs/specification.md "2. Screens and routes").
 */
export function initials(name: string | null | undefined): string {
  const letters = (name ?? "")
    .trim()
    .split(/\s+/, 2)
    .map((word) => Array.from(word)[0] ?? "")
    .map((letter) => Array.from(letter.toUpperCase())[0] ?? "")
    .join("");
  return letters || "??";
}
