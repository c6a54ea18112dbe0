/**
 * Converts a valid hex colour to six lower-case digits, as the browser's colour picker requires.
 */
export function sixDigits(color: string): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
  const digits = short ? short.slice(1).flatMap((digit) => [digit, digit]) : [color.slice(1)];
  return `#${digits.join("").toLowerCase()}`;
}
