import { accountApi } from "#contract/account.ts";
import { confirmedUser } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import {
  changeOwnProfile,
  profileLimit,
  removeOwnPicture,
  saveOwnPicture,
} from "./changeProfile.ts";

export const profileRoutes = [
  route(accountApi.changeProfile, confirmedUser, changeOwnProfile, profileLimit),
  route(accountApi.savePicture, confirmedUser, saveOwnPicture, profileLimit),
  route(accountApi.removePicture, confirmedUser, removeOwnPicture),
];
