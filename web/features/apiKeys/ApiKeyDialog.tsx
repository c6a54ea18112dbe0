import { zodResolver } from "@hookform/resolvers/zod";
import type { RefObject } from "react";
import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Controller, useForm } from "react-hook-form";
import * as z from "zod/mini";
import type { ApiKey, CreatedApiKey } from "#contract/apiKeys.ts";
import { NewApiKey } from "#contract/apiKeys.ts";
import type { ApiScope } from "#contract/scopes.ts";
import { API_SCOPES, SCOPE_WORDS } from "#contract/scopes.ts";
import { useSaveMutation } from "#web/app/api/useSaveMutation.ts";
import { CheckGroup } from "#web/ui/CheckGroup.tsx";
import { CopiedText } from "#web/ui/CopiedText.tsx";
import { DateInput } from "#web/ui/DateInput.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { ShownOnceDialog } from "#web/ui/ShownOnceDialog.tsx";

/**
 * The values of the form. `expiresAt` is the last day on which the key works, in the admin's time
 * zone; empty if it does not expire.
 */
const KeyValues = z.extend(NewApiKey, { expiresAt: z.string() });
type KeyValues = z.input<typeof KeyValues>;

interface ApiKeyDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The key to change; null to make one. */
  apiKey: ApiKey | null;
  onSaved: () => void;
  onCreated: (key: CreatedApiKey) => void;
}

/** The dialog that makes an API key or changes its name, scopes and expiry. */
export function ApiKeyDialog({ isOpen, onClose, apiKey, onSaved, onCreated }: ApiKeyDialogProps) {
  const form = useForm<KeyValues>({
    resolver: zodResolver(KeyValues),
    defaultValues: {
      name: apiKey?.name ?? "",
      scopes: apiKey?.scopes ?? ["feedback:read"],
      expiresAt: dayOf(apiKey?.expiresAt ?? null),
    },
  });
  const { save, isPending } = useSaveMutation({
    create: "POST /api/api-keys",
    update: "PATCH /api/api-keys/:id",
    id: apiKey?.id ?? null,
    noun: "API key",
    isShownAfterwards: true,
    changes: "members",
    form,
    onSaved: (saved) => {
      onSaved();
      onClose();
      if ("key" in saved) onCreated(saved);
    },
  });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit(({ expiresAt, ...values }) =>
    save({ ...values, expiresAt: endOfDay(expiresAt) }),
  );
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={apiKey ? "Change API key" : "New API key"}
      isDirty={isDirty}
      isPending={isPending}
      submitLabel={apiKey ? "Save" : "Make key"}
      pendingLabel="Saving..."
      onSubmit={() => void submit()}
    >
      <div className="flex flex-col gap-5">
        <Field
          label="Name"
          required
          error={errors.name?.message}
          help="What the key is for. It stands beside what the key writes."
        >
          {(control) => <TextInput autoComplete="off" {...control} {...form.register("name")} />}
        </Field>
        <ScopesField form={form} />
        <LastDayField form={form} />
      </div>
    </FormDialog>
  );
}

/** The day after which the key no longer works. */
function LastDayField({ form }: { form: UseFormReturn<KeyValues> }) {
  const error = form.formState.errors.expiresAt?.message;
  return (
    <Controller
      control={form.control}
      name="expiresAt"
      render={({ field: { value, onChange } }) => (
        <Field
          label="Last day"
          optional
          error={error}
          help="Without a day, the key works until it is revoked."
        >
          {(control) => <DateInput {...control} value={value} onChange={onChange} />}
        </Field>
      )}
    />
  );
}

/** What the key may do, as check boxes with an explanation each. */
function ScopesField({ form }: { form: UseFormReturn<KeyValues> }) {
  const id = useId();
  return (
    <CheckGroup legend="Scopes" error={form.formState.errors.scopes?.message}>
      <div className="divide-y rounded-lg border">
        {API_SCOPES.map((scope) => (
          <label
            key={scope}
            className="flex cursor-pointer items-start gap-3 px-3 py-2.5 text-sm hover:bg-hover"
          >
            <input
              type="checkbox"
              value={scope}
              aria-labelledby={`${id}-${scope}-label`}
              aria-describedby={`${id}-${scope}`}
              className="mt-0.5 size-4 shrink-0 accent-primary"
              {...form.register("scopes")}
            />
            <span className="min-w-0">
              <span id={`${id}-${scope}-label`} className="font-medium">
                {SCOPE_WORDS[scope].label}
              </span>{" "}
              <code className="font-mono text-xs text-muted">{scope}</code>
              <span id={`${id}-${scope}`} className="block text-muted">
                {SCOPE_WORDS[scope].text}
              </span>
            </span>
          </label>
        ))}
      </div>
    </CheckGroup>
  );
}

interface NewKeyDialogProps {
  isOpen: boolean;
  onClose: () => void;
  created: CreatedApiKey;
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** Shows a new key once, with a first call to copy. */
export function NewKeyDialog({ created: { key, scopes }, ...frame }: NewKeyDialogProps) {
  return (
    <ShownOnceDialog
      {...frame}
      title="Copy your API key"
      description="This is the only time that the key is shown. Keep it like a password."
      what="key"
      secret={key}
    >
      <div>
        <h3 className="mb-2 text-sm font-medium">A first call</h3>
        <CopiedText text={firstCall(key, scopes)} copyLabel="Copy call" />
      </div>
      <p className="text-sm text-muted">
        <a href="/api/docs" className="underline">
          API documentation
        </a>
      </p>
    </ShownOnceDialog>
  );
}

/** Returns a call that reads something which the key may read, or says who the caller is. */
function firstCall(key: string, scopes: readonly ApiScope[]): string {
  const path = scopes.includes("feedback:read") ? "/api/feedback?limit=5" : "/api/user";
  return `curl ${window.location.origin}${path} \\\n  -H "Authorization: Bearer ${key}"`;
}

/** Returns the end of a day in the browser's time zone in ISO 8601; null without a day. */
function endOfDay(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59.999`).toISOString();
}

/** Returns the day of a time in the browser's time zone, in the form of a date field. */
function dayOf(time: string | null): string {
  if (time === null) return "";
  const date = new Date(time);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
}
