import megaphoneShapes from "lucide/dist/esm/icons/megaphone.mjs";
import type { ReactNode } from "react";
import { useId } from "react";
import type { Announcement, Faq } from "#contract/content.ts";
import { cn } from "#web/ui/cn.ts";
import { PlainText } from "#web/ui/PlainText.tsx";
import { ChevronDown, createIcon } from "#web/ui/icons.ts";

const Megaphone = createIcon(megaphoneShapes);

interface LandingSectionProps {
  /** The fragment of the section's URL. */
  id?: string;
  title: string;
  text?: string;
  className?: string;
  children: ReactNode;
}

/** A section of the landing page with its heading. */
export function LandingSection({ id, title, text, className, children }: LandingSectionProps) {
  const headingId = useId();
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className={cn("mx-auto w-full max-w-7xl px-4 py-12 sm:px-6 sm:py-16", className)}
    >
      <h2 id={headingId} className="text-center text-xl font-semibold">
        {title}
      </h2>
      {text ? (
        <p className="mx-auto mt-2 max-w-prose text-center text-base text-balance text-muted">
          {text}
        </p>
      ) : null}
      <div className="mt-8 sm:mt-10">{children}</div>
    </section>
  );
}

/** The section with the announcements. Renders nothing if there are no announcements. */
export function Announcements({ announcements }: { announcements: readonly Announcement[] }) {
  if (announcements.length === 0) return null;
  return (
    <LandingSection title="Announcements" className="pt-0 sm:pt-0">
      <ul className="mx-auto grid max-w-4xl gap-4 *:only:col-span-full md:grid-cols-2">
        {announcements.map(({ id, title, content }) => (
          <li key={id} className="flex min-w-0 gap-3 rounded-xl border bg-surface p-5">
            <Megaphone
              aria-hidden="true"
              className="mt-0.5 size-5 shrink-0 text-primary-text"
              strokeWidth={1.75}
            />
            <div className="min-w-0">
              <h3 className="text-base font-semibold wrap-break-word">{title}</h3>
              <PlainText className="mt-1 text-sm text-muted">{content}</PlainText>
            </div>
          </li>
        ))}
      </ul>
    </LandingSection>
  );
}

/** The section with the FAQs. A click on a question expands its answer. */
export function Faqs({ faqs }: { faqs: readonly Faq[] }) {
  if (faqs.length === 0) return null;
  return (
    <LandingSection id="faq" title="Frequently asked questions" className="pt-0 sm:pt-0">
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
