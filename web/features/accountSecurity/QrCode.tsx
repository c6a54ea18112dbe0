import { encode } from "uqr";

/** Width of the white margin that scanners need, in modules (the squares of a QR code). */
const QUIET_ZONE = 4;

/** Displays a text as a QR code, black on white in both the light and the dark theme. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) =>
      row.map((isBlack, x) => (isBlack ? `M${String(x)} ${String(y)}h1v1h-1z` : "")),
    )
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-lg border border-line bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
