/** The function that every payload tries to call. The watch defines it in each page and frame. */
export const HOOK_NAME = "__xss";

/** A call of the hook, without quotes, so that it fits into any attribute. */
export const RUN = `${HOOK_NAME}()`;

/** A host that payloads try to reach. Names under `.invalid` never resolve. */
export const FOREIGN_HOST = "xss.invalid";
