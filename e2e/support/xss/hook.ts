/** What every payload tries to run. The watch gives it a meaning in each page and frame. */
export const HOOK_NAME = "__xss";

/** A call of the hook, without quotes, so that it fits into any attribute. */
export const RUN = `${HOOK_NAME}()`;

/** A host that payloads try to reach. Names under `.invalid` lead nowhere. */
export const FOREIGN_HOST = "xss.invalid";
