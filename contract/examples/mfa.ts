import type { mfaApi } from "../mfa.ts";
import type { ExamplesOf } from "./example.ts";

const password = "correct horse battery";
const recoveryCodes = ["abcde-fghij", "klmno-pqrst"];

export const mfaExamples: ExamplesOf<typeof mfaApi> = {
  readMfaStatus: { response: { isOn: true, isRequired: false, recoveryCodesLeft: 10 } },
  setUpMfa: {
    body: { password },
    response: {
      secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
      uri: "otpauth://totp/Hearback:robin%40customer.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Hearback",
    },
  },
  confirmMfa: { body: { code: "123456" }, response: { recoveryCodes } },
  renewRecoveryCodes: { body: { password, code: "123456" }, response: { recoveryCodes } },
  turnMfaOff: { body: { password, code: "123456" } },
};
