import { undoApi } from "#contract/undo.ts";
import { companyAdmin } from "#server/platform/access/guards.ts";
import type { Route } from "#server/platform/routing/route.ts";
import { route } from "#server/platform/routing/route.ts";
import type { UndoKinds } from "./undo.ts";
import { undo } from "./undo.ts";

export const undoRoutes = (kinds: UndoKinds): Route[] => [
  // The guard is that of all calls that offer an undo.
  route(undoApi.undo, companyAdmin, (context) => undo(kinds, context)),
];
