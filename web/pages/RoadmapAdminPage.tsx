import { useQuery } from "@tanstack/react-query";
import { useManagedCompanyId, useNeedsFirstBoard } from "#web/app/api/SessionContext.tsx";
import { settingsQuery, preloadSettings } from "#web/features/companies/CompanySettingsLoader.tsx";
import { DraggableRoadmap } from "#web/features/roadmap/DraggableRoadmap.tsx";
import { RoadmapOrderMenu } from "#web/features/roadmap/RoadmapOrderMenu.tsx";
import { SetupChecklist } from "#web/features/setup/SetupChecklist.tsx";
import type { PageContext } from "./pageModule.ts";
import { NothingYet, RoadmapScreen, preloads as preloadRoadmap } from "./RoadmapPage.tsx";

/** Preloads the settings besides the roadmap. */
export async function preloads(context: PageContext): Promise<void> {
  await Promise.all([preloadRoadmap(context), preloadSettings(context)]);
}

/** The page /roadmap for admins, who move cards, and set up their portal while it is empty. */
export function Component() {
  const companyId = useManagedCompanyId() ?? 0;
  const isEmpty = useNeedsFirstBoard();
  const { data: settings } = useQuery({ ...settingsQuery(companyId), enabled: companyId > 0 });
  return (
    <RoadmapScreen
      renderColumns={(content) => (
        <DraggableRoadmap {...content} byHand={settings?.roadmapOrder === "manual"} />
      )}
      actions={settings && !isEmpty ? <RoadmapOrderMenu {...settings} /> : null}
      empty={<SetupChecklist otherwise={<NothingYet />} />}
    />
  );
}
