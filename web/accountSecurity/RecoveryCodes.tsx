import { Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { usePortal } from "#web/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { CopyButton } from "#web/ui/CopyButton.tsx";

/** Last, the recovery codes: shown this once, to be copied or kept as a file. */
export function RecoveryCodes({ codes, nextPath }: { codes: string[]; nextPath: string }) {
  const { site } = usePortal();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []);
  const file = `Recovery codes for ${site.siteName}\nEach works once.\n\n${codes.join("\n")}\n`;
  return (
    <Card
      title="3. Your recovery codes"
      description="Two-factor authentication is on. Each of these codes lets you in once without your phone. Keep them where only you find them: they are not shown again."
      footer={
        <>
          <Button asChild variant="secondary">
            <a
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
              download="recovery-codes.txt"
            >
              <Download aria-hidden="true" />
              Download
            </a>
          </Button>
          <Button onClick={() => window.location.assign(nextPath)}>Done</Button>
        </>
      }
    >
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
    </Card>
  );
}
