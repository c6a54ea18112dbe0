import { companySignOnApi } from "#contract/companySignOn.ts";
import {
  accountOwner,
  companyAdmin,
  confirmedAdmin,
  confirmedObjectAdmin,
  objectAdmin,
} from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import {
  changeOnlyWay,
  removeProvider,
  saveProvider,
  saveProviderLimit,
} from "./changeProvider.ts";
import {
  addEmailDomain,
  checkEmailDomain,
  emailDomainCheckLimit,
  removeEmailDomain,
} from "./emailDomains.ts";
import { readCompanySignOn } from "./readCompanySignOn.ts";
import { readSignOutAddress } from "./providerSession.ts";
import { readShutOut, unlinkPerson } from "./signOnPeople.ts";

export const signOnRoutes = [
  route(companySignOnApi.read, companyAdmin, readCompanySignOn),
  route(companySignOnApi.save, confirmedAdmin, saveProvider, saveProviderLimit),
  route(companySignOnApi.remove, confirmedAdmin, removeProvider),
  route(companySignOnApi.shutOut, companyAdmin, readShutOut),
  route(companySignOnApi.changeOnlyWay, confirmedAdmin, changeOnlyWay),
  route(companySignOnApi.addDomain, confirmedAdmin, addEmailDomain),
  route(companySignOnApi.checkDomain, objectAdmin, checkEmailDomain, emailDomainCheckLimit),
  route(companySignOnApi.removeDomain, objectAdmin, removeEmailDomain),
  route(companySignOnApi.signOutAddress, accountOwner, readSignOutAddress),
  route(companySignOnApi.unlink, confirmedObjectAdmin, unlinkPerson),
];
