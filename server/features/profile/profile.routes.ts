import { accountApi } from "#contract/account.ts";
import { confirmedUser } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { changeProfile, profileLimit, removePictureOf, savePictureOf } from "./changeProfile.ts";

export const profileRoutes = [
  route(accountApi.changeProfile, confirmedUser, changeProfile, profileLimit),
  route(accountApi.savePicture, confirmedUser, savePictureOf, profileLimit),
  route(accountApi.removePicture, confirmedUser, removePictureOf),
];
