/**
 * Name of the function that payloads try to call. `watchForXss` defines the function in each page
 * and frame.
 */
export const HOOK_NAME = "__xss";

/** A call of the hook, without quotes, so that it fits into any attribute. */
export const RUN = `${HOOK_NAME}()`;

/**
 * A host that payloads try to reach. Names under `.invalid` never resolve, so no request reaches a
 * server.
 */
export const FOREIGN_HOST = "xss.invalid";
