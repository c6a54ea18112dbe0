import { Layers, MessagesSquare, Route } from "#web/ui/pageIcons.ts";
import type { LandingPageContent } from "#contract/landingPage.ts";

/** The section with the three features in the landing page's content. */
export function Features({ content }: { content: LandingPageContent }) {
  const features = [
    { icon: MessagesSquare, title: content.featureTitle1, text: content.featureDescription1 },
    { icon: Route, title: content.featureTitle2, text: content.featureDescription2 },
    { icon: Layers, title: content.featureTitle3, text: content.featureDescription3 },
  ];
  return (
    <section aria-label="Features" className="@container border-b">
      <ul className="mx-auto grid w-full max-w-7xl gap-8 px-4 py-12 @2xl:px-6 @3xl:grid-cols-3 @3xl:gap-10">
        {features.map(({ icon: Icon, title, text }, index) => (
          <li key={index} className="min-w-0">
            <span className="flex size-10 items-center justify-center rounded-lg bg-primary-tint text-primary-text">
              <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
            </span>
            <h2 className="mt-4 text-base font-semibold wrap-break-word">{title}</h2>
            <p className="mt-1 max-w-prose text-base wrap-break-word text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
