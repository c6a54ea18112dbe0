import { use } from "react";
import type { ImportRun } from "#contract/imports.ts";
import { IMPORT_UNDO_DAYS, importsApi } from "#contract/imports.ts";
import { addressOf } from "#web/app/api/callOverHttp.ts";
import { Download } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { parseTime } from "#web/ui/RelativeTime.tsx";
import { NowContext } from "#web/ui/NowContext.tsx";

const STORED_MS = IMPORT_UNDO_DAYS * 24 * 60 * 60 * 1000;

/**
 * A link to the report with the outcome of each record. Renders nothing if the import has failed,
 * or if the server no longer stores the report.
 */
export function ReportLink({ run: { id, state, finishedAt } }: { run: ImportRun }) {
  const now = use(NowContext) ?? 0;
  const finished = parseTime(finishedAt);
  if (state === "failed" || (finished !== null && finished + STORED_MS < now)) return null;
  return (
    <Button asChild variant="ghost">
      <a href={addressOf(importsApi.report.path, { params: { id: String(id) } })} download>
        <Download aria-hidden="true" />
        Download report
      </a>
    </Button>
  );
}
