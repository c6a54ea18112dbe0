import { Download } from "#web/ui/adminIcons.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";

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
