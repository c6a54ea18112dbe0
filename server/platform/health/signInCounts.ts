import { Counter } from "prom-client";
import { HttpError } from "#server/platform/http/httpError.ts";

/** How somebody has signed in. */
export type SignInWay =
  | "password"
  | "mail_code"
  | "mail_link"
  | "passkey"
  | "oidc"
  | "token"
  | "google"
  | "microsoft"
  | "github";

/** The sign-ins of this process. `/metrics` contains them. */
export const signInCounter = new Counter({
  name: "sign_ins_total",
  help: "Sign-ins by way and result.",
  labelNames: ["way", "result"],
  registers: [],
});

/**
 * Counts a sign-in as accepted or refused. A sign-in that asks for a second factor is refused until
 * it has the code. Errors of the server are not counted.
 */
export async function countSignIn<Result>(
  way: SignInWay,
  signIn: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await signIn();
    signInCounter.inc({ way, result: "accepted" });
    return result;
  } catch (error) {
    if (error instanceof HttpError && error.status < 500)
      signInCounter.inc({ way, result: "refused" });
    throw error;
  }
}
