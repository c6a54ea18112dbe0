import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { LinkedItem } from "#contract/changelog.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { MarkdownField } from "#web/features/markdown/MarkdownField.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { EntryLabel } from "../EntryLabel.tsx";
import { CoverField } from "./CoverField.tsx";
import { LinkedItemsField } from "./LinkedItemsField.tsx";
import type { EntryDraft } from "./useEntryDraft.ts";

interface EntryFieldsProps {
  draft: EntryDraft;
  /** Whether visitors can know the entry's address. */
  isPublished: boolean;
  renderStatus: (item: LinkedItem) => ReactNode;
}

/** The fields of an entry. What is typed is saved by `useEntryDraft`. */
export function EntryFields({ draft, isPublished, renderStatus }: EntryFieldsProps) {
  const { values, errors, change } = draft;
  return (
    <div className="flex flex-col gap-5">
      <Field label="Title" required error={errors.title}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            value={values.title}
            onChange={({ target }) => change({ title: target.value })}
          />
        )}
      </Field>
      <Field label="Text" error={errors.body}>
        {(control) => (
          <MarkdownField
            {...control}
            rows={8}
            variant="entry"
            hasPreview={false}
            onUploading={draft.setIsUploading}
            value={values.body}
            onChange={({ target }) => change({ body: target.value })}
          />
        )}
      </Field>
      <CoverField draft={draft} />
      <LabelsField draft={draft} />
      <LinkedItemsField
        items={values.items}
        error={errors.items}
        onChange={(items) => change({ items })}
        renderStatus={renderStatus}
      />
      <NameFields draft={draft} isPublished={isPublished} />
    </div>
  );
}

/** The version, and the entry's address. */
function NameFields({
  draft: { values, errors, change },
  isPublished,
}: Pick<EntryFieldsProps, "draft" | "isPublished">) {
  return (
    <div className="grid gap-5 sm:grid-cols-[10rem_1fr]">
      <Field label="Version" optional error={errors.version}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            placeholder="2.4.0"
            value={values.version}
            onChange={({ target }) => change({ version: target.value })}
          />
        )}
      </Field>
      <Field
        label="Address"
        required
        help={isPublished ? "Links to the former address stop working." : undefined}
        error={errors.slug}
      >
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            start="/changelog/"
            inputClassName="pl-0"
            value={values.slug}
            onChange={({ target }) => change({ slug: target.value })}
          />
        )}
      </Field>
    </div>
  );
}

/** The company's labels as check boxes. */
function LabelsField({ draft: { values, errors, change } }: { draft: EntryDraft }) {
  const { data: labels = [] } = useQuery(apiQuery("/api/changelog/labels"));
  const toggle = (id: number, isOn: boolean) => {
    const others = values.labelIds.filter((other) => other !== id);
    change({ labelIds: isOn ? [...others, id].toSorted((a, b) => a - b) : others });
  };
  if (labels.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Labels</legend>
      <div className="flex flex-wrap gap-2">
        {labels.map((label) => (
          <label
            key={label.id}
            className="flex min-h-10 cursor-pointer items-center gap-2 rounded-lg border px-3 text-sm hover:bg-hover has-checked:border-primary-text has-checked:bg-primary-tint md:min-h-8"
          >
            <input
              type="checkbox"
              checked={values.labelIds.includes(label.id)}
              onChange={({ target }) => toggle(label.id, target.checked)}
              className="size-4 accent-primary"
            />
            <EntryLabel label={label} />
          </label>
        ))}
      </div>
      {errors.labelIds ? (
        <p role="alert" className="mt-1.5 text-sm text-danger-text">
          {errors.labelIds}
        </p>
      ) : null}
    </fieldset>
  );
}
