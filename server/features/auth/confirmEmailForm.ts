import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { EmailConfirmation } from "#contract/confirmEmail.ts";
import { accountOwner } from "#server/platform/access/guards.ts";
import { isRefusal } from "#server/platform/http/errorResponse.ts";
import { HttpError, invalid } from "#server/platform/http/httpError.ts";
import { countCall } from "#server/platform/routing/callLimits.ts";
import { confirmEmail, requestConfirmationCode, sendLimits, tryLimit } from "./confirmEmail.ts";

const PAGE = "/confirm-email";

/** Largest form in bytes. */
const BODY_LIMIT = 1024;

/**
 * `POST /confirm-email`: the form of the page for browsers without JavaScript. It does what the two
 * calls of the API do, and redirects to the page, which shows the result.
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
  const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  reply.header("cache-control", "no-store");
  try {
    const result = fields.has("send") ? await send(request) : await confirm(request, fields);
    return reply.redirect(result, 303);
  } catch (error) {
    if (!(error instanceof HttpError) || !isRefusal(error)) throw error;
    if (error.status === 401)
      return reply.redirect(`/login?from=${encodeURIComponent(PAGE)}`, 303);
    const problem = error.status === 429 ? "wait" : "code";
    return reply.redirect(`${PAGE}?problem=${problem}`, 303);
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
  await countCall([tryLimit], requestContext);
  const admitted = accountOwner.admit(requestContext);
  const body = EmailConfirmation.safeParse({ code: fields.get("code") ?? "" });
  if (!body.success) throw invalid({ code: ["The code has six digits"] });
  await confirmEmail({ ...admitted, body: body.data });
  return PAGE;
}
