import { Check } from "#web/ui/pageIcons.ts";
import { IllustratedLine } from "./IllustratedLine.tsx";

const ENTRIES = ["Single sign-on", "Faster search", "Weekly summary"];

/** An illustration of completed items on a timeline. */
export function ChangelogIllustration() {
  return (
    <ol className="w-full max-w-60 space-y-3 border-l">
      {ENTRIES.map((title) => (
        <li key={title} className="relative pl-5">
          <span className="absolute top-0 -left-2 flex size-4 items-center justify-center rounded-full bg-green-tint text-green-text">
            <Check aria-hidden="true" className="size-2.5" strokeWidth={3} />
          </span>
          <p className="text-xs leading-4 font-semibold">{title}</p>
          <IllustratedLine className="mt-1.5 w-5/6" />
        </li>
      ))}
    </ol>
  );
}
