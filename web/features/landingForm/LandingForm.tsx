import type { ReactNode } from "react";
import type { LandingPageContent } from "#contract/landingPage.ts";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { CALL_FIELDS, FEATURE_FIELDS, HERO_FIELDS } from "./fieldGroups.ts";
import { LandingFields } from "./LandingFields.tsx";
import { useLandingForm } from "./useLandingForm.ts";

/** The parts of the landing page that wear the content's words. */
export interface LandingPictures {
  readonly hero: ReactNode;
  readonly features: ReactNode;
  readonly call: ReactNode;
}

interface LandingFormProps {
  content: LandingPageContent;
  /** Shows the words as they would be. */
  renderPictures: (content: LandingPageContent) => LandingPictures;
}

/**
 * The words of the landing page, each part beside a live picture of it (docs/specification.md
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
 * On phones the picture is below. It is out of reach: it repeats what the fields say, and nothing
 * in it can be pressed.
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
