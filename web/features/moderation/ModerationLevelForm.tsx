import type { SubmitEvent } from "react";
import { useRef, useState } from "react";
import type { CompanySettings } from "#contract/companySettings.ts";
import type { ModerationLevel } from "#contract/moderation.ts";
import { MODERATION_LEVELS } from "#contract/moderation.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { Select } from "#web/ui/Select.tsx";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { useHydrated } from "#web/ui/useHydrated.ts";

/**
 * The form where admins choose whose new posts wait for approval (docs/product-decisions.md
 * "Duplicates, triage").
 */
export function ModerationLevelForm({ settings }: { settings: CompanySettings }) {
  const { id, moderation } = settings;
  const [chosen, setChosen] = useState<ModerationLevel | null>(null);
  const select = useRef<HTMLSelectElement>(null);
  const isHydrated = useHydrated();
  const level = chosen ?? moderation;
  const isChanged = level !== moderation;
  useUnsavedChanges(isChanged);
  const update = useApiMutation("PATCH /api/company/:companyId", {
    changes: "companySettings",
    errorFallback: "Failed to save moderation",
    success: "Moderation saved",
  });
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (update.isPending || !isChanged) return;
    const body = { moderation: level };
    update.mutate(
      { params: { companyId: id }, body },
      {
        onSuccess: () => {
          setChosen(null);
          select.current?.focus();
        },
      },
    );
  };
  return (
    <form noValidate autoComplete="off" onSubmit={save} className="max-w-md">
      <Field label="Whose posts wait for approval" help={LEVEL_LABELS[level].help}>
        {(control) => (
          <span className="flex items-center gap-2">
            <Select
              {...control}
              ref={select}
              className="flex-1"
              disabled={!isHydrated}
              value={level}
              onChange={({ target }) => {
                setChosen(MODERATION_LEVELS.find((known) => known === target.value) ?? null);
              }}
            >
              {MODERATION_LEVELS.map((value) => (
                <option key={value} value={value}>
                  {LEVEL_LABELS[value].label}
                </option>
              ))}
            </Select>
            {isChanged || update.isPending ? (
              <Button type="submit" pending={update.isPending} pendingLabel="Saving...">
                Save
              </Button>
            ) : null}
          </span>
        )}
      </Field>
    </form>
  );
}

/** The label of each moderation level, and a text that says which posts wait for approval. */
const LEVEL_LABELS: Record<ModerationLevel, { label: string; help: string }> = {
  off: { label: "Nobody", help: "Every post is public at once." },
  anonymous: {
    label: "Visitors without an account",
    help: "Feedback of visitors without an account waits.",
  },
  newcomers: {
    label: "Newcomers",
    help: "Posts of people without an approved item or comment wait, and all feedback of visitors without an account.",
  },
  all: { label: "Everyone", help: "All posts wait, except those of your team." },
};
