import { DraggableRoadmap } from "#web/features/roadmap/DraggableRoadmap.tsx";
import { SetupChecklist } from "#web/features/setup/SetupChecklist.tsx";
import { NothingYet, RoadmapScreen } from "./RoadmapPage.tsx";

export { preloads } from "./RoadmapPage.tsx";

/** The page /roadmap for admins, who move cards, and set up their portal while it is empty. */
export function Component() {
  return (
    <RoadmapScreen
      renderColumns={(content) => <DraggableRoadmap {...content} />}
      empty={<SetupChecklist otherwise={<NothingYet />} />}
    />
  );
}
