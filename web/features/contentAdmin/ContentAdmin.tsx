import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { Tabs } from "#web/ui/Tabs.tsx";
import { AnnouncementList } from "./AnnouncementList.tsx";
import { ANNOUNCEMENTS, FAQS } from "./contentKinds.ts";
import { ContentSection } from "./ContentSection.tsx";
import { FaqList } from "./FaqList.tsx";

const TABS = [
  { value: "faqs", label: "FAQs", content: <ContentSection kind={FAQS} List={FaqList} /> },
  {
    value: "announcements",
    label: "Announcements",
    content: <ContentSection kind={ANNOUNCEMENTS} List={AnnouncementList} />,
  },
  {
    value: "documentation",
    label: "Documentation",
    content: (
      <p className="text-base">Documentation management will be implemented in a future update.</p>
    ),
  },
] as const;

/**
 * Tabs for FAQs, announcements and documentation. The URL stores the selected tab
 * (docs/specification.md "/admin/content (super admin only)").
 */
export function ContentAdmin() {
  const [params, changeParams] = useSearchParams();
  const [first] = TABS;
  const { value } = TABS.find((tab) => tab.value === params.get("tab")) ?? first;
  return (
    <section aria-labelledby="content-admin">
      <h2 id="content-admin" className="mb-3 text-lg font-semibold">
        Content Management
      </h2>
      <Tabs
        label="Content"
        tabs={TABS}
        value={value}
        onValueChange={(tab) =>
          changeParams(() => new URLSearchParams(tab === first.value ? {} : { tab }), {
            replace: true,
            keepScroll: true,
          })
        }
      />
    </section>
  );
}
