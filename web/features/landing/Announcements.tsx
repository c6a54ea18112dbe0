import { Megaphone } from "#web/ui/pageIcons.ts";
import type { Announcement } from "#contract/content.ts";
import { PlainText } from "#web/ui/PlainText.tsx";
import { LandingSection } from "./LandingSection.tsx";

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
