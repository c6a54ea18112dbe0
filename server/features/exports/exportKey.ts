import * as z from "zod/mini";

/** Identifies an export. It is the payload of the export's jobs. */
export const ExportKey = z.object({ companyId: z.number(), exportId: z.number() });
export type ExportKey = z.output<typeof ExportKey>;
