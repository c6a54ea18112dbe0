import { roadmapApi } from "#contract/roadmap.ts";
import { objectAdmin } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { placeOnRoadmap } from "./placeOnRoadmap.ts";

export const roadmapRoutes = [route(roadmapApi.place, objectAdmin, placeOnRoadmap)];
