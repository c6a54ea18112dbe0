import { StartLinks } from "./StartLinks.tsx";

interface ClosingCallProps {
  ctaText: string;
  /** Whether the section is rendered in a preview. */
  isPicture?: boolean;
}

/** The last section of the landing page, with the links to registration and login. */
export function ClosingCall({ ctaText, isPicture }: ClosingCallProps) {
  return (
    <section aria-labelledby="closing-call" className="@container border-t bg-surface">
      <div className="mx-auto flex w-full max-w-7xl flex-col items-center px-4 py-14 text-center @2xl:px-6 @2xl:py-20">
        <h2 id="closing-call" className="text-xl font-semibold">
          Give your customers a place to be heard
        </h2>
        <p className="mt-2 max-w-prose text-base text-balance text-muted">
          Your portal is ready as soon as you have signed up: add a board, share its address, and
          read what comes in.
        </p>
        <StartLinks ctaText={ctaText} className="mt-6 justify-center" isPicture={isPicture} />
      </div>
    </section>
  );
}
