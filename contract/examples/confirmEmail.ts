import type { confirmEmailApi } from "../confirmEmail.ts";
import type { ExamplesOf } from "./example.ts";
import { user } from "./users.ts";

export const confirmEmailExamples: ExamplesOf<typeof confirmEmailApi> = {
  requestConfirmationCode: { response: { resendIn: 60 } },
  confirmEmail: { body: { code: "123456" }, response: user },
};
