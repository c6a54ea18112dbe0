import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import type * as z from "zod/mini";
import { LandingPageContent } from "#contract/landingPage.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useSettingsForm } from "#web/app/api/useSettingsForm.ts";
import { Card } from "#web/ui/Card.tsx";
import { Field } from "#web/ui/Field.tsx";
import { SaveButton } from "#web/ui/SettingsForm.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { formatCount } from "#web/ui/countLabel.ts";
import { ClosingCall, Features, Hero } from "./editableSections.tsx";

/**
 * The query for the landing page's texts. The data is always stale, because other admins can change
 * the texts.
 */
export const landingPageQuery = { ...apiQuery("/api/admin/landing-page"), staleTime: 0 };

/**
 * The form for the landing page's texts, with a live preview of each section (docs/specification.md
 * "/admin/landing-page (super admin only)").
 */
export function LandingForm({ content }: { content: LandingPageContent }) {
  const { form, save, isSaving } = useLandingForm(content);
  const typed = form.watch();
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-6">
      <Card title="First screen">
        <Beside picture={<Hero content={typed} isPicture />}>
          <LandingFields form={form} saved={content} fields={HERO_FIELDS} />
        </Beside>
      </Card>
      <Card title="Features">
        <Beside picture={<Features content={typed} />}>
          <LandingFields form={form} saved={content} fields={FEATURE_FIELDS} />
        </Beside>
      </Card>
      <Card title="Call to action" footer={<SaveButton isSaving={isSaving} />}>
        <Beside picture={<ClosingCall ctaText={typed.ctaText} isPicture />}>
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
      <div className="flex min-w-0 flex-col gap-5 md:sticky md:top-20 md:self-start">
        {children}
      </div>
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

interface LandingFieldsProps {
  form: LandingFormState;
  /**
   * The saved content, for the server's render. After hydration the fields have the form's values.
   */
  saved: LandingPageContent;
  fields: readonly LandingField[];
}

/** Displays fields of the landing page form, each with the length of its text and the limit. */
function LandingFields({
  form: { control, register, formState },
  saved,
  fields,
}: LandingFieldsProps) {
  const typed = useWatch({ control });
  return fields.map(({ name, label, rows, help }) => (
    <Field
      key={name}
      label={label}
      required
      error={formState.errors[name]?.message}
      help={[help, usedOf(typed[name] ?? "", name)].filter(Boolean).join(" ")}
    >
      {(fieldControl) =>
        rows ? (
          <TextArea {...fieldControl} {...register(name)} defaultValue={saved[name]} rows={rows} />
        ) : (
          <TextInput
            {...fieldControl}
            {...register(name)}
            defaultValue={saved[name]}
            autoComplete="off"
          />
        )
      }
    </Field>
  ));
}

/**
 * Returns a text such as '12 of 60 characters.' Like the contract, the count ignores surrounding
 * whitespace.
 */
function usedOf(text: string, name: keyof LandingPageContent): string {
  const limit = maxLengthOf(LandingPageContent.shape[name]) ?? 0;
  return `${formatCount(text.trim().length)} of ${formatCount(limit)} characters.`;
}

/** Returns the maximum length of a string schema; undefined if the schema has no maximum length. */
export function maxLengthOf(schema: z.ZodMiniString): number | undefined {
  const definitions = schema._zod.def.checks?.map(({ _zod }) => _zod.def) ?? [];
  const limits = definitions.map((definition) =>
    definition.check === "max_length" && "maximum" in definition ? definition.maximum : undefined,
  );
  return limits.find((limit) => typeof limit === "number");
}

/** A field of the landing page form. */
interface LandingField {
  readonly name: keyof LandingPageContent;
  readonly label: string;
  /** Minimum number of lines; absent for a single-line field. */
  readonly rows?: 2 | 3;
  readonly help?: string;
}

/** The fields of the first section. */
const HERO_FIELDS: readonly LandingField[] = [
  { name: "title", label: "Title" },
  {
    name: "subtitle",
    label: "Subtitle",
    rows: 2,
    help: "Search engines and link previews show it, too.",
  },
  { name: "heroText", label: "Hero text", rows: 3 },
];

/** The fields of the three features. */
const FEATURE_FIELDS: readonly LandingField[] = [
  { name: "featureTitle1", label: "Feature title 1" },
  { name: "featureDescription1", label: "Feature description 1", rows: 3 },
  { name: "featureTitle2", label: "Feature title 2" },
  { name: "featureDescription2", label: "Feature description 2", rows: 3 },
  { name: "featureTitle3", label: "Feature title 3" },
  { name: "featureDescription3", label: "Feature description 3", rows: 3 },
];

/** The fields of the call to action. */
const CALL_FIELDS: readonly LandingField[] = [
  { name: "ctaText", label: "CTA text", help: "On the button that leads to registration." },
];

function useLandingForm(content: LandingPageContent) {
  return useSettingsForm("POST /api/admin/landing-page", {
    values: content,
    query: landingPageQuery,
    valuesOf: (saved) => saved,
    schema: LandingPageContent,
    inputOf: (body) => ({ body }),
    changes: "landingPage",
    success: "Landing page content updated successfully",
    errorFallback: "Failed to update landing page content",
  });
}

type LandingFormState = ReturnType<typeof useLandingForm>["form"];

export function LandingFormSkeleton() {
  return (
    <SkeletonGroup label="Loading landing page content" className="flex flex-col gap-6">
      <CardSkeleton heights={["h-10", "h-10", "h-24"]} />
      <CardSkeleton heights={["h-10", "h-24", "h-10", "h-24", "h-10", "h-24"]} />
      <CardSkeleton heights={["h-10"]} />
    </SkeletonGroup>
  );
}

function CardSkeleton({ heights }: { heights: readonly string[] }) {
  return (
    <Card>
      <Skeleton className="mb-6 h-5 w-32" />
      <div className="grid gap-6 md:grid-cols-2">
        <div className="flex flex-col gap-5">
          {heights.map((height, index) => (
            <div key={index}>
              <Skeleton className="mb-2 w-28" />
              <Skeleton className={`rounded-lg ${height}`} />
              <Skeleton className="mt-2 w-32" />
            </div>
          ))}
        </div>
        <Skeleton className="h-full min-h-40 rounded-xl" />
      </div>
    </Card>
  );
}
