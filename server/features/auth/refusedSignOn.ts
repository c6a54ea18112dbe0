import type { FastifyReply } from "fastify";
import type { RefusedReason } from "#contract/signOn.ts";
import { withPrivateHeaders } from "#server/platform/pages/tokenPage.ts";

export const REFUSED_PATH = "/sign-on/refused";

/** What the page says to people whose sign-in ended, as HTML. */
export const REFUSED_TEXTS: Record<RefusedReason, { title: string; text: string }> = {
  expired: {
    title: "This login has expired",
    text: "It works once, for ten minutes, in the browser in which it was started. Nothing was changed. Start again.",
  },
  off: {
    title: "This way to log in is turned off",
    text: "Log in in another way.",
  },
  signUpClosed: {
    title: "There is no account for you yet",
    text: "New people cannot sign up here. Ask the company for an invitation.",
  },
  noAccount: {
    title: "There is no account for you yet",
    text: "Sign up first. You can connect the provider with your account afterwards.",
  },
  addressNotProved: {
    title: "Your e-mail address is not confirmed",
    text: "The provider did not confirm an e-mail address of yours. Confirm it there, and log in again.",
  },
  otherPortal: {
    title: "This account belongs to another portal",
    text: "Its e-mail address is registered, but not with this company, whose provider can log in only its own people. Log in with your password or a mailed code.",
  },
  superAdmin: {
    title: "This account cannot log in this way",
    text: "It is an admin's, and must log in in another way.",
  },
  deactivated: {
    title: "This account has been deactivated",
    text: "Ask whoever runs the portal.",
  },
  alreadyConnected: {
    title: "This identity is already connected",
    text: "It is connected with another account. Log in with it, remove it in the settings of that account, and connect it here. Or merge the two accounts in the settings.",
  },
  notFresh: {
    title: "Log in again first",
    text: "Connecting a provider needs a login within the last five minutes.",
  },
  otherAccount: {
    title: "Somebody else is logged in",
    text: "In this browser, another account is logged in here. Log out first, then open the portal from the application again.",
  },
  tokenExpired: {
    title: "This link has expired",
    text: "It works once, and for a short time. Go back to the application and open the portal from there again.",
  },
  tokenRefused: {
    title: "This link does not work",
    text: "The portal does not accept what the application has sent. Go back to the application and try again. If it happens again, tell the company, whose admins can find out why.",
  },
  providerDown: {
    title: "The provider does not answer",
    text: "Try again in a few minutes, or log in in another way.",
  },
  providerDenied: {
    title: "The provider did not let you in",
    text: "Log in there with another account, or ask whoever runs it.",
  },
  providerSettings: {
    title: "This way to log in is not set up correctly",
    text: "Tell an admin of this portal. A test of the connection in the settings says what is wrong. Log in in another way meanwhile.",
  },
  providerAnswer: {
    title: "The provider's answer was not accepted",
    text: "Nothing was changed. Try again. If it happens again, tell an admin of this portal.",
  },
  customDomain: {
    title: "Connect the provider first",
    text: "Your account can be connected with a provider in the settings on the product's own address, but not on this domain. Log in here as you have until now.",
  },
};

/** Leads to the page that says why a sign-in ended. */
export function refuseSignOn(reply: FastifyReply, reason: RefusedReason): FastifyReply {
  return withPrivateHeaders(reply).redirect(`${REFUSED_PATH}?reason=${reason}`, 303);
}
