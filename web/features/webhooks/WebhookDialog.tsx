import { useQuery } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { useForm, useWatch } from "react-hook-form";
import type { Board } from "#contract/boards.ts";
import type { WebhookEventType } from "#contract/webhookEvents.ts";
import { EVENT_LABELS, WEBHOOK_EVENTS } from "#contract/webhookEvents.ts";
import type { SavedWebhook, Webhook, WebhookKind } from "#contract/webhooks.ts";
import { WEBHOOK_KINDS } from "#contract/webhooks.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { useSaveMutation } from "#web/app/api/useSaveMutation.ts";
import { CheckGroup } from "#web/ui/CheckGroup.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { PrivateMark } from "#web/ui/PrivateMark.tsx";
import { Select } from "#web/ui/Select.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { KIND_LABELS } from "./webhookLabels.ts";
import { useRefetchWebhooks } from "./useRefetchWebhooks.ts";

interface WebhookValues {
  kind: WebhookKind;
  name: string;
  /** Empty if a saved address is kept. */
  url: string;
  events: WebhookEventType[];
  /** Whether all boards are chosen, or those in `boardIds`. */
  boards: "all" | "some";
  /** Ids as texts, as check boxes have them. */
  boardIds: string[];
  includesPrivate: boolean;
}

/** The events that a new endpoint gets. */
const USUAL_EVENTS: WebhookEventType[] = [
  "feedback.created",
  "feedback.status_changed",
  "comment.created",
];

interface WebhookDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The endpoint to change; null to add one. */
  webhook: Webhook | null;
  onSaved: (saved: SavedWebhook) => void;
}

/** The dialog that adds or changes a webhook or a chat. */
export function WebhookDialog({ isOpen, onClose, webhook, onSaved }: WebhookDialogProps) {
  const form = useForm<WebhookValues>({ defaultValues: valuesOf(webhook) });
  const kind = useWatch({ control: form.control, name: "kind" });
  const refetch = useRefetchWebhooks();
  const { save, isPending } = useSaveMutation({
    create: "POST /api/webhooks",
    update: "PATCH /api/webhooks/:id",
    id: webhook?.id ?? null,
    noun: "webhook",
    // The secret of a webhook is shown once.
    isShownAfterwards: kind === "webhook",
    form,
    onSaved: (saved) => {
      refetch();
      onClose();
      onSaved(saved);
    },
  });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit((values) => save(bodyOf(values, webhook)));
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      size="lg"
      title={webhook ? `Change ${KIND_LABELS[kind].label}` : "Add a webhook or chat"}
      isDirty={isDirty}
      isPending={isPending}
      submitLabel={webhook ? "Save" : "Add"}
      pendingLabel="Saving..."
      onSubmit={() => void submit()}
    >
      <div className="flex flex-col gap-5">
        {webhook ? null : (
          <Field label="Send to" error={errors.kind?.message}>
            {(control) => (
              <Select {...control} {...form.register("kind")}>
                {WEBHOOK_KINDS.map((value) => (
                  <option key={value} value={value}>
                    {KIND_LABELS[value].label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label="Name" required error={errors.name?.message}>
          {(control) => <TextInput autoComplete="off" {...control} {...form.register("name")} />}
        </Field>
        <AddressField form={form} webhook={webhook} kind={kind} />
        <EventsField form={form} />
        <BoardsField form={form} />
      </div>
    </FormDialog>
  );
}

interface FormProps {
  form: UseFormReturn<WebhookValues>;
}

function AddressField({
  form,
  webhook,
  kind,
}: FormProps & { webhook: Webhook | null; kind: WebhookKind }) {
  const isKept = webhook !== null && webhook.offReason !== "restored" && kind !== "webhook";
  return (
    <Field
      label="Address"
      required={!isKept}
      error={form.formState.errors.url?.message}
      help={isKept ? `Leave it empty to keep ${webhook.url}` : KIND_LABELS[kind].help}
    >
      {(control) => (
        <TextInput
          type="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          {...control}
          {...form.register("url")}
        />
      )}
    </Field>
  );
}

const BOX = "mt-0.5 size-4 shrink-0 accent-primary";
const OPTION =
  "flex min-h-9 cursor-pointer items-start gap-2.5 rounded-lg px-2 py-1.5 text-sm hover:bg-hover";

function EventsField({ form }: FormProps) {
  return (
    <CheckGroup legend="Events" error={form.formState.errors.events?.message}>
      <div className="grid rounded-lg border p-1 sm:grid-cols-2">
        {WEBHOOK_EVENTS.map((event) => (
          <label key={event} className={OPTION}>
            <input type="checkbox" value={event} className={BOX} {...form.register("events")} />
            <span className="min-w-0">
              {EVENT_LABELS[event]}
              <code className="block font-mono text-xs text-muted">{event}</code>
            </span>
          </label>
        ))}
      </div>
    </CheckGroup>
  );
}

function BoardsField({ form }: FormProps) {
  const { data: boards = [], isPending } = useQuery(wholeListQuery("/api/boards"));
  const [choice, includesPrivate] = useWatch({
    control: form.control,
    name: ["boards", "includesPrivate"],
  });
  return (
    <>
      <CheckGroup legend="Boards" error={form.formState.errors.boardIds?.message}>
        <div className="rounded-lg border p-1">
          <label className={OPTION}>
            <input type="radio" value="all" className={BOX} {...form.register("boards")} />
            All boards
          </label>
          <label className={OPTION}>
            <input type="radio" value="some" className={BOX} {...form.register("boards")} />
            Only these
          </label>
          {choice === "some" ? (
            <div className="grid border-t pt-1 pl-6 sm:grid-cols-2">
              {isPending ? (
                <p className="px-2 py-1.5 text-sm text-muted">Loading boards...</p>
              ) : null}
              {boards.map((board) => (
                <BoardOption
                  key={board.id}
                  board={board}
                  form={form}
                  isDisabled={board.isPrivate && !includesPrivate}
                />
              ))}
            </div>
          ) : null}
        </div>
      </CheckGroup>
      <Switch
        label="Also private boards"
        help="Whoever reads the address or the channel then sees what only admins see here."
        {...form.register("includesPrivate")}
      />
    </>
  );
}

function BoardOption({
  board: { id, name, isPrivate },
  form,
  isDisabled,
}: FormProps & { board: Board; isDisabled: boolean }) {
  return (
    <label className={OPTION}>
      <input
        type="checkbox"
        value={String(id)}
        className={BOX}
        {...form.register("boardIds")}
        disabled={isDisabled}
      />
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {isPrivate ? <PrivateMark /> : null}
        {name}
      </span>
    </label>
  );
}

function valuesOf(webhook: Webhook | null): WebhookValues {
  return {
    kind: webhook?.kind ?? "webhook",
    name: webhook?.name ?? "",
    url: webhook?.kind === "webhook" ? webhook.url : "",
    events: webhook?.events ?? USUAL_EVENTS,
    boards: (webhook?.boardIds ?? null) === null ? "all" : "some",
    boardIds: webhook?.boardIds?.map(String) ?? [],
    includesPrivate: webhook?.includesPrivate ?? false,
  };
}

/** Returns what is sent. Entering the address of a restored endpoint also turns it on. */
function bodyOf(values: WebhookValues, webhook: Webhook | null) {
  const { kind, name, url, events, boards, boardIds, includesPrivate } = values;
  const chosen = boardIds.map(Number);
  const common = { name, events, includesPrivate, boardIds: boards === "all" ? null : chosen };
  if (webhook === null) return { kind, url, ...common };
  const isKept = url === "" && webhook.kind !== "webhook" && webhook.offReason !== "restored";
  const isUnchanged = isKept || (url === webhook.url && webhook.offReason !== "restored");
  return {
    ...common,
    ...(!isUnchanged && { url }),
    ...(webhook.offReason === "restored" && { isOn: true }),
  };
}
