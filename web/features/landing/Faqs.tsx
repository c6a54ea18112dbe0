import { ChevronDown } from "#web/ui/icons.ts";
import type { Faq } from "#contract/content.ts";
import { PlainText } from "#web/ui/PlainText.tsx";
import { LandingSection } from "./LandingSection.tsx";

/** The section with the FAQs. A click on a question expands its answer. */
export function Faqs({ faqs }: { faqs: readonly Faq[] }) {
  if (faqs.length === 0) return null;
  return (
    <LandingSection title="Frequently asked questions" className="pt-0 sm:pt-0">
      <div className="mx-auto max-w-3xl divide-y rounded-xl border bg-surface">
        {faqs.map(({ id, question, answer }) => (
          <details key={id} className="group">
            <summary className="flex min-h-12 list-none items-center justify-between gap-4 rounded-xl px-5 py-3 text-base font-medium [&::-webkit-details-marker]:hidden">
              <span className="min-w-0 wrap-break-word">{question}</span>
              <ChevronDown
                aria-hidden="true"
                className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <PlainText className="max-w-prose px-5 pb-4 text-base text-muted">{answer}</PlainText>
          </details>
        ))}
      </div>
    </LandingSection>
  );
}
