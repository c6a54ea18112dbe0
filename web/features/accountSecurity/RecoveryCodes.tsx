import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { forgetUnsavedChanges, useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { CODES_LOSS } from "./codesWarning.ts";
import { DownloadCodes } from "./DownloadCodes.tsx";
import { RecoveryCodeList } from "./RecoveryCodeList.tsx";

/**
 * The last step of the setup displays the recovery codes once. The user can copy or download them.
 */
export function RecoveryCodes({ codes, nextPath }: { codes: string[]; nextPath: string }) {
  useUnsavedChanges(true, CODES_LOSS);
  const finish = () => {
    forgetUnsavedChanges();
    openNewDocument(nextPath);
  };
  return (
    <Card
      title="3. Your recovery codes"
      description="Two-factor authentication is on. Each of these codes lets you in once without your phone. Keep them where only you find them: they are not shown again."
      footer={
        <>
          <DownloadCodes codes={codes} />
          <Button onClick={finish}>Done</Button>
        </>
      }
    >
      <RecoveryCodeList codes={codes} />
    </Card>
  );
}
