import type { ReactNode } from "react";
import type { LandingPageContent } from "#contract/landingPage.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { CALL_FIELDS, FEATURE_FIELDS, HERO_FIELDS } from "./fieldGroups.ts";
import { LandingFields } from "./LandingFields.tsx";
import { useLandingForm } from "./useLandingForm.ts";

/** The previews of the three sections. */
export interface LandingPictures {
  readonly hero: ReactNode;
  readonly features: ReactNode;
  readonly call: ReactNode;
}

interface LandingFormProps {
  content: LandingPageContent;
  /** Renders previews of the sections with the given texts. */
  renderPictures: (content: LandingPageContent) => LandingPictures;
}

/**
 * The form for the landing page's texts, with a live preview of each section (docs/specification.md
 * "/admin/landing-page (super admin only)").
 */
export function LandingForm({ content, renderPictures }: LandingFormProps) {
  const { form, save, isSaving } = useLandingForm(content);
  const pictures = renderPictures(form.watch());
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-6">
      <Card title="First screen">
        <Beside picture={pictures.hero}>
          <LandingFields form={form} saved={content} fields={HERO_FIELDS} />
        </Beside>
      </Card>
      <Card title="Features">
        <Beside picture={pictures.features}>
          <LandingFields form={form} saved={content} fields={FEATURE_FIELDS} />
        </Beside>
      </Card>
      <Card
        title="Call to action"
        footer={
          <Button type="submit" pending={isSaving} pendingLabel="Saving...">
            Save Changes
          </Button>
        }
      >
        <Beside picture={pictures.call}>
          <LandingFields form={form} saved={content} fields={CALL_FIELDS} />
        </Beside>
      </Card>
    </form>
  );
}

/**
 * Displays fields with their preview, which is below the fields on phones. The preview is inert,
 * because it only repeats the fields.
 */
function Beside({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">{children}</div>
      <div className="min-w-0">
        <p className="mb-1.5 text-sm font-medium">Preview</p>
        <div
          inert
          aria-hidden="true"
          className="overflow-hidden rounded-xl border bg-canvas select-none *:border-0 md:sticky md:top-20"
        >
          {picture}
        </div>
      </div>
    </div>
  );
}
