const COLOURS = ["#4f46e5", "#0f766e", "#be123c", "#b45309", "#0369a1"];

/** An illustration of a palette and a page in the colours of the palette. */
export function BrandingIllustration() {
  return (
    <div className="w-full max-w-64 rounded-lg border bg-surface p-3">
      <div className="flex items-center gap-2">
        <svg viewBox="0 0 32 32" className="size-7">
          <rect width="32" height="32" rx="9" className="fill-primary" />
          <path d="M9 21 16 9l7 12Z" className="fill-on-primary" />
        </svg>
        <span className="text-xs font-semibold">Your company</span>
        <span className="ml-auto rounded-md bg-primary px-2 py-1 text-xs font-medium text-on-primary">
          Vote
        </span>
      </div>
      <svg viewBox="0 0 200 28" className="mt-4 w-full">
        {COLOURS.map((colour, index) => (
          <circle key={colour} cx={14 + index * 43} cy="14" r="10" fill={colour} />
        ))}
        <circle cx="14" cy="14" r="13" fill="none" strokeWidth="1.5" className="stroke-ink" />
      </svg>
    </div>
  );
}
