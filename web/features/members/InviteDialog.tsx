import type { BodyOf } from "#contract/api.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import type { RefObject } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod/mini";
import type { CreatedInvitation } from "#contract/invitations.ts";
import { NewInvitation } from "#contract/invitations.ts";
import type { ErrorForm } from "#web/app/api/useApiMutation.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { showConflict } from "#web/app/api/showConflict.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { EmailField } from "#web/ui/EmailField.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { Select } from "#web/ui/Select.tsx";
import { toast } from "#web/ui/toast.ts";
import { ShownOnceDialog } from "#web/ui/ShownOnceDialog.tsx";
import { RoleField } from "./RoleField.tsx";

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
      submitLabel={delivery === "mail" ? "Send invitation" : "Create link"}
      pendingLabel={delivery === "mail" ? "Sending..." : "Creating..."}
      onSubmit={() => void submit()}
    >
      <div className="flex flex-col gap-4">
        <EmailField
          label="Email"
          register={() => form.register("username")}
          error={errors.username?.message}
          autoComplete="off"
        />
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
        <Select {...control} {...field}>
          <option value="mail">Send it by mail</option>
          <option value="link">Copy it and pass it on yourself</option>
        </Select>
      )}
    </Field>
  );
}

interface InvitationLinkDialogProps {
  isOpen: boolean;
  onClose: () => void;
  invitation: CreatedInvitation;
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** Shows the link of an invitation once. */
export function InvitationLinkDialog({
  invitation: { username, link },
  ...frame
}: InvitationLinkDialogProps) {
  return (
    <ShownOnceDialog
      {...frame}
      title="Invitation link"
      description={
        <>
          For <span className="wrap-anywhere text-ink">{username}</span>. It works once, for seven
          days. A link that you copied before no longer works.
        </>
      }
      what="link"
      secret={link ?? ""}
    />
  );
}

interface InviteOptions {
  /** The form that shows errors of a new invitation; absent if an invitation is renewed. */
  readonly form?: ErrorForm<BodyOf<"POST /api/invitations">>;
  /**
   * Called with the invitation if it has a link. The link must be shown now, because it cannot be
   * retrieved later.
   */
  readonly onLink: (invitation: CreatedInvitation) => void;
  /** Called after success, before the link is shown. */
  readonly onDone?: () => void;
}

/**
 * Creates or renews an invitation. Shows the invitation's link, or says in a toast that a mail is
 * sent.
 */
export function useInvite({ form, onLink, onDone }: InviteOptions) {
  return useApiMutation("POST /api/invitations", {
    ...(form && { form }),
    changes: "members",
    errorFallback: "Failed to invite",
    onSuccess: ({ username, link }) => {
      if (link === null)
        toast({ title: "Invitation sent", description: `${username} gets a mail with a link` });
    },
    onSuccessMounted: (invitation) => {
      onDone?.();
      if (invitation.link !== null) onLink(invitation);
    },
    onError: (error) => {
      if (form) showConflict(form, error, "username");
    },
  });
}
