import { followsApi } from "#contract/follows.ts";
import { writer } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { followFeedback, followLimit } from "./followFeedback.ts";

export const followsRoutes = [route(followsApi.set, writer, followFeedback, followLimit)];
