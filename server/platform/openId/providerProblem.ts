import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { FetchRefusedError } from "#server/platform/net/guardedFetch.ts";

/** What can go wrong with a provider, as people are told of it. */
export type ProblemKind = "down" | "settings" | "denied" | "answer";

export interface ProviderProblem {
  /**
   * `down`: it does not answer. `settings`: an admin has to change something here or at the provider.
   * `denied`: it refused the person. `answer`: what it sent cannot be trusted.
   */
  kind: ProblemKind;
  /** What happened, for the admin. */
  text: string;
}

const CLOCK = "Compare the clocks of both servers.";

/** Returns what an error of `openid-client` or `guardedFetch` means; null for other errors. */
export function problemOf(error: unknown): ProviderProblem | null {
  const refusal = causesOf(error).find((cause) => cause instanceof FetchRefusedError);
  if (refusal) return refusedFetch(refusal.message);
  if (error instanceof AuthorizationResponseError) return refusedPerson(error);
  if (error instanceof ResponseBodyError) return refusedCode(error.error, error.error_description);
  if (error instanceof WWWAuthenticateChallengeError) return refusedCode("invalid_client");
  if (error instanceof ClientError) return clientProblem(error);
  return null;
}

/** Returns the error and its causes. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause)
    causes.push(cause);
  return causes;
}

const settings = (text: string): ProviderProblem => ({ kind: "settings", text });
const answer = (text: string): ProviderProblem => ({ kind: "answer", text });

/** What admins read for the refusals of `guardedFetch`. */
const FETCH_PROBLEMS: Readonly<Record<string, ProviderProblem>> = {
  "This host is not allowed": settings("The provider is not on the public internet."),
  "This port is not allowed": settings("The provider must use port 443 or 8443."),
  "This is not a URL": settings("The provider names an address that is no URL."),
  "Only http and https are fetched": settings("The provider names an address without https."),
  "A URL with a password is not fetched": settings("An address must not contain a password."),
  "The response is too long": settings("The provider's answer is longer than 256 kB."),
  "A compressed response is not read": settings("The provider compresses its answers unasked."),
  "The request takes too long": {
    kind: "down",
    text: "The provider did not answer within 8 seconds.",
  },
};

const refusedFetch = (message: string): ProviderProblem =>
  FETCH_PROBLEMS[message] ?? { kind: "down", text: "The provider does not answer." };

function refusedPerson({ error, error_description: text }: AuthorizationResponseError) {
  const said = text ? `${error}: ${text}` : error;
  if (error === "access_denied" || error === "login_required" || error === "consent_required")
    return { kind: "denied", text: `The provider did not let this person in (${said}).` } as const;
  if (error === "temporarily_unavailable" || error === "server_error")
    return { kind: "down", text: `The provider has a problem (${said}).` } as const;
  return settings(`The provider refused the request (${said}).`);
}

function refusedCode(error: string, text?: string): ProviderProblem {
  const said = text ? `${error}: ${text}` : error;
  if (error === "invalid_client" || error === "unauthorized_client")
    return settings(`The provider refused the client ID or the client secret (${said}).`);
  if (error === "invalid_grant")
    return answer(`The provider no longer accepts its code (${said}). Try again.`);
  return settings(`The provider refused the request (${said}).`);
}

/** Returns the property of a cause that `openid-client` adds to its errors. */
function causeWith(error: Error, name: string): unknown {
  for (const { cause } of causesOf(error))
    if (typeof cause === "object" && cause !== null && name in cause)
      return Reflect.get(cause, name);
  return undefined;
}

function clientProblem(error: ClientError): ProviderProblem {
  switch (error.code ?? "") {
    case "OAUTH_RESPONSE_IS_NOT_CONFORM":
      return unexpectedStatus(Number(causeWith(error, "status")));
    case "OAUTH_RESPONSE_IS_NOT_JSON":
    case "OAUTH_PARSE_ERROR":
      return settings("The provider's answer is no JSON. Check the issuer.");
    case "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED":
      return otherIssuer(error);
    case "OAUTH_HTTP_REQUEST_FORBIDDEN":
      return settings("The provider names an address without https.");
    case "OAUTH_JWT_TIMESTAMP_CHECK_FAILED":
      return answer(`The provider's token has expired or is not yet valid. ${CLOCK}`);
    case "OAUTH_JWT_CLAIM_COMPARISON_FAILED":
      return wrongClaim(String(causeWith(error, "claim")));
    case "OAUTH_KEY_SELECTION_FAILED":
      return answer("None of the provider's keys has signed this token.");
    case "OAUTH_MISSING_SERVER_METADATA":
    case "OAUTH_INVALID_SERVER_METADATA":
      return settings("The provider's discovery document lacks an address that is needed.");
    case "OAUTH_TIMEOUT":
      return { kind: "down", text: "The provider did not answer in time." };
    default:
      return answer("The provider's answer does not follow the standard.");
  }
}

function unexpectedStatus(status: number): ProviderProblem {
  if (status >= 300 && status < 400)
    return settings("The provider redirects to another address. Enter the issuer as it names it.");
  if (status >= 500)
    return { kind: "down", text: `The provider has a problem (status ${String(status)}).` };
  if (status === 404) return settings("There is no provider at this address. Check the issuer.");
  return settings(`The provider answered with the status ${String(status)}. Check the issuer.`);
}

/** The issuer that a discovery document names, if it is not the expected one. */
export function namedIssuer(error: unknown): string | null {
  const document = error instanceof Error ? causeWith(error, "body") : undefined;
  if (typeof document !== "object" || document === null || !("issuer" in document)) return null;
  return typeof document.issuer === "string" ? document.issuer.slice(0, 500) : null;
}

function otherIssuer(error: ClientError): ProviderProblem {
  const named = namedIssuer(error);
  if (causeWith(error, "attribute") !== "issuer" || named === null)
    return answer("The provider's answer belongs to another sign-in.");
  return settings(`The provider names itself ${named}. Enter this issuer.`);
}

function wrongClaim(claim: string): ProviderProblem {
  if (claim === "aud" || claim === "azp") return answer("The token is meant for another client.");
  if (claim === "iss") return answer("The token comes from another issuer.");
  if (claim === "nonce") return answer("The token belongs to another sign-in.");
  return answer(`The token's claim "${claim.slice(0, 40)}" is wrong.`);
}
