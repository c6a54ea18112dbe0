import { picturesApi } from "#contract/pictures.ts";
import { objectVisitor, writer } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { readPicture } from "./readPicture.ts";
import { pictureLimit, uploadPicture } from "./uploadPicture.ts";

export const picturesRoutes = [
  route(picturesApi.upload, writer, uploadPicture, pictureLimit),
  route(picturesApi.read, objectVisitor, readPicture),
];
