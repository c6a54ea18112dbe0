import { signedTokensApi } from "#contract/signedTokens.ts";
import {
  companyAdmin,
  confirmedAdmin,
  confirmedObjectAdmin,
} from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import {
  createApplicationSecret,
  readApplicationSignIn,
  removeApplicationSecret,
  saveApplicationSignIn,
} from "./manageApplication.ts";
import { checkToken, makeSampleToken, tryLimit } from "./tryTokens.ts";

export const signedTokensRoutes = [
  route(signedTokensApi.read, companyAdmin, readApplicationSignIn),
  route(signedTokensApi.save, confirmedAdmin, saveApplicationSignIn),
  route(signedTokensApi.createSecret, confirmedAdmin, createApplicationSecret),
  route(signedTokensApi.removeSecret, confirmedObjectAdmin, removeApplicationSecret),
  route(signedTokensApi.sample, confirmedAdmin, makeSampleToken, tryLimit),
  route(signedTokensApi.check, companyAdmin, checkToken, tryLimit),
];
