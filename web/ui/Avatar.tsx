import { cn } from "./cn.ts";

interface AvatarProps {
  name: string | null | undefined;
  /** The path of the person's picture; null or absent without a picture. */
  picture?: string | null | undefined;
  size?: "sm" | "md" | "lg";
  className?: string;
}

// The size `md` is important, because the button of the account menu gives icons another size.
const sizes = { sm: "size-6", md: "size-8!", lg: "size-16" };

/**
 * A person's picture, or initials in a circle in a colour of the person's own. Both are hidden from
 * screen readers, because the person's name is next to the circle or in the label of the button
 * that contains the circle. The circle is an SVG, because the content security policy forbids style
 * attributes, with which an element could have one of so many colours.
 */
export function Avatar({ name, picture, size = "md", className }: AvatarProps) {
  const { ground, ink } = avatarColors(name);
  const box = cn("shrink-0 rounded-full select-none", sizes[size], className);
  if (picture) return <img src={picture} alt="" className={box} />;
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={box}>
      <rect width="32" height="32" fill={ground} />
      <text x="16" y="16" dy=".36em" textAnchor="middle" fontSize="12" fontWeight="600" fill={ink}>
        {initials(name)}
      </text>
    </svg>
  );
}

/** The number of hues. Neighbours differ by 15 degrees, which people can tell apart. */
const HUES = 24;

/**
 * Returns the colours of a person's avatar in light and dark, which depend only on the name. All
 * hues have the same lightness, so that the initials have a contrast of at least 4.5. Without a
 * name, the colours are grey.
 */
export function avatarColors(name: string | null | undefined) {
  let hash = 0;
  for (const letter of name?.trim() ?? "") hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  const hue = String(((hash % HUES) * 360) / HUES);
  const color = (light: number, dark: number, chroma: number) => {
    const colorOf = (lightness: number) =>
      `oklch(${String(lightness)} ${String(name?.trim() ? chroma : 0)} ${hue})`;
    return `light-dark(${colorOf(light)},${colorOf(dark)})`;
  };
  return { ground: color(0.91, 0.36, 0.05), ink: color(0.4, 0.9, 0.09) };
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
