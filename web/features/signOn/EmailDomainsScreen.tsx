import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { CompanySignOn, EmailDomain } from "#contract/companySignOn.ts";
import { NewEmailDomain } from "#contract/companySignOn.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { showConflict } from "#web/app/api/showConflict.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { AtSign } from "#web/ui/adminIcons.ts";
import { Badge } from "#web/ui/Badge.tsx";
import type { BadgeTone } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import { CopiedRows } from "#web/ui/CopiedRows.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { Field } from "#web/ui/Field.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { Plus } from "#web/ui/icons.ts";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { TextInput } from "#web/ui/TextInput.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import { signOnQuery } from "./signOnQueries.ts";
import { domainsState } from "./signOnWays.ts";
import { WayScreen, WaySkeleton } from "./WayScreen.tsx";

/** The screen where admins prove that domains of e-mail addresses are their company's. */
export function EmailDomainsScreen() {
  const signOn = useQuery(signOnQuery());
  const addition = useDialogState<true>();
  const add = (
    <Button aria-haspopup="dialog" onClick={() => addition.open(true)}>
      <Plus aria-hidden="true" />
      Add a domain
    </Button>
  );
  return (
    <WayScreen way="domains" state={signOn.data && domainsState(signOn.data)} action={add}>
      <LoadedContent
        query={signOn}
        skeleton={<WaySkeleton rows={2} />}
        errorMessage="Failed to fetch sign-on settings"
      >
        {({ domains }) => <Domains domains={domains} />}
      </LoadedContent>
      <OpenDialog state={addition}>{(_, frame) => <AddDialog {...frame} />}</OpenDialog>
    </WayScreen>
  );
}

function Domains({ domains }: Pick<CompanySignOn, "domains">) {
  const removal = useDialogState<EmailDomain>();
  return (
    <>
      {domains.length === 0 ? (
        <EmptyState
          icon={AtSign}
          title="No domains yet"
          text="Without one, your provider must say of each address that it is confirmed (email_verified), or people confirm it with a mailed code."
        />
      ) : (
        <Card>
          <ul className="divide-y">
            {domains.map((domain) => (
              <DomainRow
                key={domain.domain}
                domain={domain}
                onRemove={() => removal.open(domain)}
              />
            ))}
          </ul>
        </Card>
      )}
      <p className="mt-4 max-w-prose text-sm text-muted">
        Whoever already has an account here with such an address, and no password, comes into it at
        the first login.
      </p>
      <OpenDialog state={removal}>
        {({ domain }, frame) => (
          <MutationDialog
            {...frame}
            endpoint="DELETE /api/company/sign-on/domains/:domain"
            input={{ params: { domain } }}
            changes="signOn"
            success="Domain removed successfully"
            errorFallback="Failed to remove the domain"
            title={`Remove ${domain}?`}
            description="New people with such an address then confirm it first, unless your provider says that it is confirmed. Nobody loses their account."
            confirmLabel="Remove"
            pendingLabel="Removing..."
          />
        )}
      </OpenDialog>
    </>
  );
}

const STATES: Readonly<Record<EmailDomain["state"], readonly [tone: BadgeTone, label: string]>> = {
  pending: ["amber", "Pending"],
  verified: ["green", "Proved"],
  failing: ["danger", "Failing"],
};

function DomainRow({ domain, onRemove }: { domain: EmailDomain; onRemove: () => void }) {
  const { domain: name, state, record, problem, checkedAt } = domain;
  const client = useQueryClient();
  const check = useApiMutation("POST /api/company/sign-on/domains/:domain/check", {
    errorFallback: "Failed to check the domain",
    onSuccess: (signOn) => client.setQueryData(signOnQuery().queryKey, signOn),
  });
  const [tone, label] = STATES[state];
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span role="status" className="flex flex-wrap items-center gap-x-3">
            <Badge tone={tone}>{label}</Badge>
            {problem === null ? null : <span className="text-sm wrap-anywhere">{problem}</span>}
          </span>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            pending={check.isPending}
            pendingLabel="Checking..."
            onClick={() => check.mutate({ params: { domain: name } })}
          >
            Check now
            <span className="sr-only">: {name}</span>
          </Button>
          <Button variant="ghost" aria-haspopup="dialog" onClick={onRemove}>
            Remove
            <span className="sr-only"> {name}</span>
          </Button>
        </div>
      </div>
      {state === "verified" ? null : (
        <>
          <p className="text-sm text-muted">
            Set this record at your domain&apos;s provider. It is looked up once a day, and whenever
            you press Check now.
          </p>
          <CopiedRows
            rows={[
              { label: "Type", text: "TXT", isFixed: true },
              { label: "Name", text: record.name },
              { label: "Value", text: record.value },
            ]}
          />
        </>
      )}
      {checkedAt === null ? null : (
        <p className="text-sm text-muted">
          Last checked <RelativeTime value={checkedAt} />.
        </p>
      )}
    </li>
  );
}

function AddDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm({
    resolver: zodResolver(NewEmailDomain),
    defaultValues: { domain: "" },
  });
  const add = useApiMutation("POST /api/company/sign-on/domains", {
    form,
    errorFallback: "Failed to add the domain",
    onSuccess: (signOn) => client.setQueryData(signOnQuery().queryKey, signOn),
    onSuccessMounted: onClose,
    isShown: ({ status }) => status === 409,
    onError: (error) => showConflict(form, error, "domain"),
  });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit((body) => {
    if (!add.isPending) add.mutate({ body });
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title="Add a domain"
      description="You then prove with a DNS record that it is yours."
      isDirty={isDirty}
      isPending={add.isPending}
      submitLabel="Add"
      pendingLabel="Adding..."
      onSubmit={() => void submit()}
    >
      <Field
        label="Domain"
        required
        help="The part of your e-mail addresses after the @."
        error={errors.domain?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.register("domain")}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="example.com"
          />
        )}
      </Field>
    </FormDialog>
  );
}
