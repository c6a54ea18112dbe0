import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { passwordAgain, secondFactorCode } from "./auth.ts";
import { AccountData, exampleAccountData } from "./accountData.ts";
import { endpoint } from "./endpoint.ts";
import { FRESH_SIGN_IN_FIRST } from "./errors.ts";
import { fullName } from "./fields.ts";
import { exampleUser, User } from "./users.ts";

/** The body of DELETE /api/user. */
export const AccountDeletion = z.object({
  password: passwordAgain,
  /** Code of the second factor. It is required if the account has a second factor. */
  code: z.optional(secondFactorCode),
});

/** The body of PATCH /api/user. */
export const ProfileChange = z.object({ fullName });

/** The response to a new picture. */
export const UploadedPicture = z.object({ pictureUrl: z.string() });

export const accountApi = {
  changeProfile: endpoint({
    operationId: "changeOwnProfile",
    method: "PATCH",
    path: "/api/user",
    summary: "Changes the signed-in user's name.",
    body: ProfileChange,
    response: User,
    status: 200,
  }),
  savePicture: endpoint({
    operationId: "saveOwnPicture",
    method: "POST",
    path: "/api/user/picture",
    summary:
      "Replaces the signed-in user's picture: PNG, JPG, WebP or GIF in the multipart field 'picture'. The middle of the picture is kept, as a square.",
    upload: "picture",
    response: UploadedPicture,
    status: 200,
  }),
  removePicture: endpoint({
    operationId: "removeOwnPicture",
    method: "DELETE",
    path: "/api/user/picture",
    summary: "Removes the signed-in user's picture. Does nothing if there is no picture.",
    response: z.undefined(),
    status: 204,
  }),
  data: endpoint({
    operationId: "downloadOwnData",
    method: "GET",
    path: "/api/user/data",
    summary:
      "The data that is stored of the signed-in user's account, as a file, without notifications.",
    response: AccountData,
    status: 200,
    download: "account-data.json",
  }),
  remove: endpoint({
    operationId: "deleteOwnAccount",
    method: "DELETE",
    path: "/api/user",
    summary:
      "Deletes the signed-in user's account. Items and comments stay as those of a deleted user; votes are taken back.",
    body: AccountDeletion,
    response: z.undefined(),
    status: 204,
    errors: {
      403: [FRESH_SIGN_IN_FIRST],
      409: [
        "You are the last super admin. Make somebody else a super admin first.",
        "You are the last admin of your company. Make somebody else an admin first, or ask the provider to delete the company.",
      ],
    },
  }),
} as const;

export const accountExamples: ExamplesOf<typeof accountApi> = {
  downloadOwnData: { response: exampleAccountData },
  deleteOwnAccount: { body: { password: "correct horse battery" } },
  changeOwnProfile: { body: { fullName: "Robin Reyes" }, response: exampleUser },
  removeOwnPicture: {},
  saveOwnPicture: {
    response: { pictureUrl: "/pictures/6f1c9a52-5f0c-4c43-9d2a-0f3f7f0a8d11" },
  },
};
