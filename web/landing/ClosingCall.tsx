import { StartLinks } from "./StartLinks.tsx";

/** The last word: the way in once more. */
export function ClosingCall({ ctaText }: { ctaText: string }) {
  return (
    <section aria-labelledby="closing-call" className="border-t bg-surface">
      <div className="mx-auto flex w-full max-w-7xl flex-col items-center px-4 py-14 text-center sm:px-6 sm:py-20">
        <h2 id="closing-call" className="text-xl font-semibold">
          Give your customers a place to be heard
        </h2>
        <p className="mt-2 max-w-prose text-base text-balance text-muted">
          Your portal is ready as soon as you have signed up: add a board, share its address, and read what
          comes in.
        </p>
        <StartLinks ctaText={ctaText} className="mt-6 justify-center" />
      </div>
    </section>
  );
}
