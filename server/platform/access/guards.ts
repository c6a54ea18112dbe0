import type { User } from "#contract/users.ts";
import { CONFIRM_EMAIL_FIRST } from "#contract/errors.ts";
import { BLOCKED_ACCOUNT } from "#contract/errors.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { isRegistrationOpen } from "./registration.policy.ts";
import { isAdminOf } from "./users.policy.ts";
import { forbidden, notSignedIn } from "#server/platform/http/httpError.ts";
import type { RequestContext } from "./requestContext.ts";
import type { Visibility } from "./visibility.ts";
import { visibilityOf } from "./visibility.ts";

/**
 * Decides who may call a route, before the body is read and without looking at any id
 * (docs/product-decisions.md "Who may call what").
 */
export interface Guard<Context extends RequestContext = RequestContext> {
  /** Text for the API documentation. */
  readonly description: string;
  /**
   * `required` if every caller needs a session, `optional` if the guard admits some callers without
   * a session, and `token` if callers need the installation's `BOUNCE_TOKEN` instead of a session.
   */
  readonly session: "required" | "optional" | "token";
  /** HTTP statuses with which `admit` can refuse a call. */
  readonly refusals: readonly (401 | 403)[];
  /**
   * Whether responses behind the guard can be cached for all anonymous visitors
   * (`responseCache.ts`). A handler's result must then depend only on the host, its company's data
   * and the URL. Some guards that admit anonymous visitors, such as `invitee`, do not set this
   * property.
   */
  readonly admitsAnonymous?: true;
  /**
   * Whether a call that concerns no company gets its endpoint's 404, as for an unknown id. The input
   * is checked before, so `callRoute.ts` refuses the call and not `admit`.
   */
  readonly needsTenant?: true;
  /**
   * Whether calls that this guard admits can change the data of any company, not only of the host's
   * company. A change by such a call therefore invalidates the cached data of all companies, unless
   * the call reports events.
   */
  readonly changesAnyCompany?: true;
  /**
   * Returns the context with the properties that the guard has checked.
   * @throws HttpError 401 or 403
   */
  readonly admit: (context: RequestContext) => Context;
}

export type SignedInContext = RequestContext & {
  readonly viewer: User;
  readonly visibility: Visibility<number> | null;
};
export type TenantContext = RequestContext & {
  readonly tenantId: number;
  readonly db: TenantDb;
  readonly visibility: Visibility;
};
export type TenantUserContext = TenantContext & SignedInContext;

function requireViewer(context: RequestContext): SignedInContext {
  refuseRestrictedUser(context);
  if (!context.viewer) throw notSignedIn();
  return context as SignedInContext;
}

function refuseRestrictedUser({ restrictedUser }: RequestContext): void {
  if (restrictedUser?.mustChangePassword) throw forbidden("Change your temporary password first");
  if (restrictedUser) throw forbidden("Set up two-factor authentication first");
}

/**
 * Returns a guard like the given guard that also refuses accounts that must first confirm their
 * e-mail address.
 */
function withConfirmedEmail<Context extends RequestContext>(guard: Guard<Context>): Guard<Context> {
  return {
    ...guard,
    description: `${guard.description} Accounts must have confirmed their e-mail address where the installation requires it.`,
    refusals: [...new Set([...guard.refusals, 403 as const])],
    admit: (context) => {
      const admitted = guard.admit(context);
      if (admitted.viewer?.mustConfirmEmail) throw forbidden(CONFIRM_EMAIL_FIRST);
      return admitted;
    },
  };
}

/** Returns a guard like the given guard that also refuses accounts that the tenant has blocked. */
function notBlocked<Context extends RequestContext>(guard: Guard<Context>): Guard<Context> {
  return {
    ...guard,
    description: `${guard.description} Accounts must not be blocked in the company.`,
    refusals: [...new Set([...guard.refusals, 403 as const])],
    admit: (context) => {
      const admitted = guard.admit(context);
      if (admitted.isBlocked) throw forbidden(BLOCKED_ACCOUNT);
      return admitted;
    },
  };
}

/** Returns a guard like the given guard for calls about the tenant or an entity of the tenant. */
function ofTenant<Context extends RequestContext>(
  guard: Guard<Context>,
): Guard<Context & TenantContext> {
  return { ...(guard as Guard<Context & TenantContext>), needsTenant: true };
}

function hasTenant<C extends RequestContext>(context: C): context is C & TenantContext {
  return context.tenantId !== null;
}

export const anyone: Guard = {
  description: "Anyone.",
  session: "optional",
  refusals: [],
  admitsAnonymous: true,
  admit: (context) => context,
};

export const signedIn: Guard<SignedInContext> = {
  description: "Any signed-in user.",
  session: "required",
  refusals: [401, 403],
  admit: requireViewer,
};

/**
 * Admits signed-in users to their own account, even if they must still change a temporary password
 * or set up a required second factor.
 */
export const accountOwner: Guard<SignedInContext> = {
  description:
    "Any signed-in user, also with a temporary password or without the second factor that admins need.",
  session: "required",
  refusals: [401],
  admit: (context) => {
    const account = context.viewer ?? context.restrictedUser;
    if (!account) throw notSignedIn();
    const visibility = visibilityOf(account, context.tenantId, context.apiKey);
    return { ...context, viewer: account, visibility };
  },
};

/** Guards signed-in users' calls about an entity of the tenant. */
export const objectUser = ofTenant(signedIn);

/**
 * Admits users who may vote and comment. They must have confirmed their e-mail address if the
 * installation requires it, and must not be blocked.
 */
export const writer = notBlocked(withConfirmedEmail(objectUser));

/**
 * Guards the setup of a second factor. If the installation requires confirmed e-mail addresses,
 * only the owner of the address may set up a second factor.
 */
export const confirmedOwner = withConfirmedEmail(accountOwner);

/**
 * Guards changes of what others see of an account. The account must have confirmed its e-mail address
 * if the installation requires it.
 */
export const confirmedUser = withConfirmedEmail(signedIn);

export const superAdmin: Guard<SignedInContext> = {
  description: "Super admins.",
  session: "required",
  refusals: [401, 403],
  changesAnyCompany: true,
  admit: (context) => {
    const admitted = requireViewer(context);
    if (admitted.viewer.role !== "super_admin") throw forbidden();
    return admitted;
  },
};

/**
 * Guards reads of a portal's public data. On the product's own host, the portal is that of the
 * signed-in user's company.
 */
export const portalVisitor: Guard = {
  description: "Anyone on a company's host; signed-in users on the product's own host.",
  session: "optional",
  refusals: [401, 403],
  admitsAnonymous: true,
  admit: (context) => (context.hostCompany ? context : requireViewer(context)),
};

/** Guards reads of an entity of a portal. */
export const objectVisitor = ofTenant(portalVisitor);

/**
 * Guards the submission of items. Admits users with an account, and anonymous visitors of a
 * company's host if the site settings allow public feedback.
 */
export const submitter = notBlocked(
  withConfirmedEmail<TenantContext>({
    description:
      "Signed-in users; anonymous visitors of a company's host when public feedback is allowed.",
    session: "optional",
    refusals: [401, 403],
    admit: (context) => {
      refuseRestrictedUser(context);
      if (!context.viewer && !(context.hostCompany && context.site.allowPublicFeedback))
        throw notSignedIn();
      if (!hasTenant(context)) throw forbidden("No company ID found");
      return context;
    },
  }),
);

/**
 * Guards admins' calls that name a company or an account by its id. A super admin passes this guard
 * even if the request concerns no company. The handler decides whether the viewer manages the
 * entity.
 */
export const anyAdmin: Guard<SignedInContext> = {
  description: "Admins of the company, and super admins.",
  session: "required",
  refusals: [401, 403],
  admit: (context) => {
    const admitted = requireViewer(context);
    const isSuperAdmin = admitted.viewer.role === "super_admin";
    if (!isSuperAdmin && !isAdminOf(admitted.viewer, admitted.tenantId)) throw forbidden();
    return admitted;
  },
};

/** Guards admins' calls about an entity of the tenant. */
export const objectAdmin = ofTenant(anyAdmin);

/**
 * Guards the creation of accounts. A super admin is allowed to create an account for another person
 * at any time.
 */
export const registrant: Guard = {
  description: "Anyone, where registration is open and nobody is signed in; super admins.",
  session: "optional",
  refusals: [403],
  admit: (context) => {
    refuseRestrictedUser(context);
    const { viewer } = context;
    if (viewer && viewer.role !== "super_admin")
      throw forbidden("Sign out before you open another account");
    if (!viewer && !isRegistrationOpen(context)) throw forbidden("Public registration is disabled");
    return context;
  },
};

/** Guards calls that only the registration of a company needs, on the product's own host. */
export const companyRegistrant: Guard = {
  description:
    "Anyone on the product's own host, where registration is open and nobody is signed in; super admins.",
  session: "optional",
  refusals: [403],
  admit: (context) => {
    const admitted = registrant.admit(context);
    if (admitted.hostCompany && !admitted.viewer)
      throw forbidden("Public registration is disabled");
    return admitted;
  },
};

/** Guards the calls of a person who has the link of an invitation. */
export const invitee: Guard<TenantContext> = ofTenant({
  description: "Anyone who has the invitation's link.",
  session: "optional",
  refusals: [403],
  admit: (context) => {
    refuseRestrictedUser(context);
    return context;
  },
});

export const companyAdmin: Guard<TenantUserContext> = {
  description: "Admins of the company, and super admins.",
  session: "required",
  refusals: [401, 403],
  admit: (context) => {
    const admitted = requireViewer(context);
    if (!hasTenant(admitted) || !isAdminOf(admitted.viewer, admitted.tenantId)) throw forbidden();
    return admitted;
  },
};

/**
 * Guards admins' exports, imports, invitations and changes of members. Whoever registers a company
 * with somebody else's address is an admin without owning the address.
 */
export const confirmedAdmin = withConfirmedEmail(companyAdmin);

/** Like `confirmedAdmin`, for calls about an entity of the tenant. */
export const confirmedObjectAdmin = withConfirmedEmail(objectAdmin);

/** Like `confirmedAdmin`, for calls that name a company by its id. */
export const confirmedAnyAdmin = withConfirmedEmail(anyAdmin);
