import * as z from "zod/mini";

/** The body of every error response (docs/product-decisions.md "HTTP"). */
export const ErrorBody = z.object({
  message: z.string(),
  /** Messages by field name. They are set only for validation errors. */
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
  /** Whether the login also needs a `code`. It is set only in the 401 of a login. */
  codeRequired: z.optional(z.boolean()),
  /** An id that users can quote to support. It is set only in a 500. */
  requestId: z.optional(z.string()),
});
export type ErrorBody = z.output<typeof ErrorBody>;
