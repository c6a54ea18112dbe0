import type { CallName, InputOf, ResultOf } from "#contract/api.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import type { QueryKey } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { useForm } from "react-hook-form";
import type { z } from "zod/mini";
import { reloadWithToast } from "#web/ui/reloadWithToast.ts";
import { toast } from "#web/ui/toast.ts";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import type { Change } from "./affectedQueries.ts";
import { useFreshMutation } from "./useFreshMutation.ts";

interface SettingsFormOptions<E extends CallName, Values extends FieldValues, Body> {
  /** The values of the fields for the current settings. */
  values: NoInfer<Values>;
  /** Returns the values of the fields for saved settings. */
  valuesOf: (saved: ResultOf<E>) => NoInfer<Values>;
  /** The query of the settings. Saved settings are written into its cache. */
  query: { readonly queryKey: QueryKey };
  /** Validates the values; absent if only the server does. */
  schema?: z.ZodMiniType<Body, Values>;
  inputOf: (body: Body) => InputOf<E>;
  changes: Change;
  /** What the user logs in again for, if the save needs a login within the last five minutes. */
  freshFor?: string;
  /** Title of the success toast. */
  success: string;
  errorFallback: string;
  /**
   * Whether the page is reloaded after a save, because the settings affect the whole page. It is not
   * reloaded if the user has meanwhile typed or left the form.
   */
  isReloaded?: boolean;
}

/**
 * Returns a form for settings that are saved by one endpoint. A refetch or a finished save does not
 * overwrite fields that the user has edited.
 */
export function useSettingsForm<E extends CallName, Values extends FieldValues, Body = Values>(
  endpoint: E,
  options: SettingsFormOptions<E, Values, Body>,
) {
  const { values, query, valuesOf, schema, inputOf, changes, success, errorFallback } = options;
  const client = useQueryClient();
  const [isLeaving, setIsLeaving] = useState(false);
  const form = useForm<Values, unknown, Body>({
    ...(schema && { resolver: zodResolver(schema) }),
    values,
    resetOptions: { keepDirtyValues: true },
  });
  useUnsavedChanges(form.formState.isDirty);
  const edits = useEditsWhileSaving(form);
  const update = useFreshMutation(endpoint, {
    freshFor: options.freshFor ?? "save",
    form,
    changes,
    errorFallback,
    onSuccess: (saved) => {
      client.setQueryData(query.queryKey, saved);
    },
    onSuccessMounted: (saved) => {
      if (options.isReloaded && !edits.isAny()) {
        setIsLeaving(true);
        return reloadWithToast({ title: success });
      }
      edits.applySaved(valuesOf(saved));
      toast({ title: success });
    },
    onSuccessUnmounted: () => toast({ title: success }),
  });
  // `isSaving` stays true until the reload, so that the form is not saved twice.
  const isSaving = update.isPending || isLeaving;
  const save = form.handleSubmit((body) => {
    if (isSaving) return;
    edits.markSent();
    const mutate = update.mutate as (input: InputOf<E>) => void;
    mutate(inputOf(body));
  });
  return { form, save, isSaving };
}

/** Preserves edits that the user makes in a form while the form is being saved. */
function useEditsWhileSaving<Values extends FieldValues, Body>({
  getValues,
  reset,
  setValue,
}: Pick<UseFormReturn<Values, unknown, Body>, "getValues" | "reset" | "setValue">) {
  const sent = useRef<Values>(null);
  const names = () =>
    Object.entries(getValues())
      .filter(([name, value]) => sent.current !== null && sent.current[name] !== value)
      .map(([name]) => name as Path<Values>);
  return {
    /** Must be called when the form is sent. */
    markSent: () => {
      sent.current = { ...getValues() };
    },
    /** Returns whether the form has changed since it was sent. */
    isAny: () => names().length > 0,
    /**
     * Makes the saved values the form's defaults. Edits made since the form was sent stay in the
     * form as unsaved changes.
     */
    applySaved: (saved: Values) => {
      const typed = names().map((name) => [name, getValues(name)] as const);
      reset(saved, { keepDirtyValues: false });
      for (const [name, value] of typed) setValue(name, value, { shouldDirty: true });
    },
  };
}
