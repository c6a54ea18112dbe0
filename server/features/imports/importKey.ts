import * as z from "zod/mini";

/** The payload of an import's job. */
export const ImportKey = z.object({ companyId: z.number(), importId: z.number() });
export type ImportKey = z.output<typeof ImportKey>;
