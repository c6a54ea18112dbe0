import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { EmailConfirmation } from "#contract/confirmEmail.ts";
import { accountOwner } from "#server/platform/access/guards.ts";
import { HttpError, invalid } from "#server/platform/http/httpError.ts";
import { countCall } from "#server/platform/routing/callLimits.ts";
import { confirmEmail, requestConfirmationCode, sendLimits, tryLimits } from "./confirmEmail.ts";

const PAGE = "/confirm-email";

/**
 * For each status of an error, the path to which the refused submission of the form is redirected.
 */
const LOCATIONS: Readonly<Record<number, string>> = {
  400: `${PAGE}?problem=code`,
  401: `/login?from=${encodeURIComponent(PAGE)}`,
  // With status 409, the e-mail address is already confirmed. The page shows that without a
  // parameter.
  409: PAGE,
  429: `${PAGE}?problem=wait`,
};

/** Maximum size of a submitted form in bytes. */
const BODY_LIMIT = 1024;

/**
 * Mounts `POST /confirm-email`. Browsers without JavaScript submit the form of the page
 * `/confirm-email` to this route. The route sends or confirms a code, as the two routes of the API
 * do. It then redirects to the page, which shows the result.
 */
export function mountConfirmEmailForm(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: BODY_LIMIT },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    scope.post(PAGE, submitForm);
  });
}

async function submitForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header("cache-control", "no-store");
  return reply.redirect(await locationAfter(request), 303);
}

/**
 * Sends a new code or confirms the submitted code. Returns the path to which the response
 * redirects.
 */
async function locationAfter(request: FastifyRequest): Promise<string> {
  const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  try {
    return fields.has("send") ? await send(request) : await confirm(request, fields);
  } catch (error) {
    const location = error instanceof HttpError ? LOCATIONS[error.status] : undefined;
    if (location === undefined) throw error;
    return location;
  }
}

async function send({ requestContext }: FastifyRequest): Promise<string> {
  await countCall(sendLimits, requestContext);
  await requestConfirmationCode(accountOwner.admit(requestContext));
  return `${PAGE}?sent=1`;
}

async function confirm(
  { requestContext }: FastifyRequest,
  fields: URLSearchParams,
): Promise<string> {
  await countCall(tryLimits, requestContext);
  const admitted = accountOwner.admit(requestContext);
  const body = EmailConfirmation.safeParse({ code: fields.get("code") ?? "" });
  if (!body.success) throw invalid({ code: ["The code has six digits"] });
  await confirmEmail({ ...admitted, body: body.data });
  return PAGE;
}
