import { useEffect, useRef } from "react";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { CopyButton } from "#web/ui/CopyButton.tsx";
import { Download } from "#web/ui/adminIcons.ts";

/** The warning that is displayed before the user closes the recovery codes or leaves the page. */
export const CODES_LOSS = "The recovery codes are not shown again.";

/** The list of recovery codes. It gets the focus so that screen readers read it out. */
export function RecoveryCodeList({ codes }: { codes: string[] }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []);
  return (
    <div className="flex items-start gap-2 rounded-lg border bg-sunken py-2 pr-1 pl-4">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Recovery codes"
        className="grid min-w-0 flex-1 gap-x-6 gap-y-1 py-1 font-mono text-base outline-none sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join("\n")} label="Copy recovery codes" />
    </div>
  );
}

/** A button that downloads the recovery codes as a text file. */
export function DownloadCodes({ codes }: { codes: string[] }) {
  const { site } = usePortal();
  const file = `Recovery codes for ${site.siteName}\nEach works once.\n\n${codes.join("\n")}\n`;
  return (
    <Button asChild variant="secondary">
      <a
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
        download="recovery-codes.txt"
      >
        <Download aria-hidden="true" />
        Download
      </a>
    </Button>
  );
}
