import { zodResolver } from "@hookform/resolvers/zod";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod/mini";
import type { CreatedInvitation } from "#contract/invitations.ts";
import { NewInvitation } from "#contract/invitations.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { RoleField } from "./RoleField.tsx";
import { useInvite } from "./useInvite.ts";

interface InviteDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onLink: (invitation: CreatedInvitation) => void;
}

/** The dialog that invites a person by mail or by a link that the admin passes on. */
export function InviteDialog({ isOpen, onClose, onLink }: InviteDialogProps) {
  const { sendsMail } = usePortal();
  const form = useForm<z.input<typeof NewInvitation>>({
    resolver: zodResolver(NewInvitation),
    defaultValues: {
      username: "",
      role: "company_admin",
      delivery: sendsMail ? "mail" : "link",
    },
  });
  const invite = useInvite({ form, onLink, onDone: onClose });
  const [role, delivery] = useWatch({ control: form.control, name: ["role", "delivery"] });
  const { isDirty, errors } = form.formState;
  const submit = form.handleSubmit((body) => {
    if (!invite.isPending) invite.mutate({ body });
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title="Invite"
      description="The invitation works once, for seven days and for this address only."
      isDirty={isDirty}
      isPending={invite.isPending}
      submitLabel={delivery === "mail" ? "Send Invitation" : "Create Link"}
      pendingLabel={delivery === "mail" ? "Sending..." : "Creating..."}
      onSubmit={() => void submit()}
    >
      <div className="flex flex-col gap-4">
        <Field label="Email" required error={errors.username?.message}>
          {(control) => (
            <TextInput
              {...control}
              {...form.register("username")}
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <RoleField field={form.register("role")} role={role} error={errors.role?.message} />
        <DeliveryField field={form.register("delivery")} error={errors.delivery?.message} />
      </div>
    </FormDialog>
  );
}

interface DeliveryFieldProps {
  /** The result of react-hook-form's `register` for the field. */
  field: UseFormRegisterReturn;
  error: string | undefined;
}

/**
 * A select for how the invited person gets the link. If the portal sends no mails, a text replaces
 * the select.
 */
function DeliveryField({ field, error }: DeliveryFieldProps) {
  if (!usePortal().sendsMail) {
    return (
      <p className="text-sm text-muted">
        This portal sends no mails. You get a link to pass on yourself.
      </p>
    );
  }
  return (
    <Field label="Link" error={error}>
      {(control) => (
        <NativeSelect {...control} {...field}>
          <option value="mail">Send it by mail</option>
          <option value="link">Copy it and pass it on yourself</option>
        </NativeSelect>
      )}
    </Field>
  );
}
