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
