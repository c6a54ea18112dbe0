import type { companySettingsApi, CompanySettings } from "#contract/companySettings.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { changedFields } from "#server/platform/db/changedFields.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import type { CompanySettingsRow } from "./companies.queries.ts";
import { updateCompanyBranding, updateCompanyProfile } from "./companies.queries.ts";
import type { CompanyContext } from "./managedCompany.ts";
import { managedCompanyDb, requireCompany } from "./managedCompany.ts";
import { presentCompanySettings } from "./presentCompanySettings.ts";

interface SettingsAction {
  action: string;
  /** Returns the details of the audit entry. */
  changesFrom: (before: CompanySettingsRow) => Record<string, unknown>;
}

/** Runs a change of a company's settings with its audit entry, and returns the new settings. */
export async function changeSettings(
  context: CompanyContext,
  { action, changesFrom }: SettingsAction,
  change: (db: TenantDb) => Promise<unknown>,
): Promise<CompanySettings> {
  return managedCompanyDb(context).transaction(async (db) => {
    const before = await requireCompany(db, context);
    await change(db);
    const details = changesFrom(before);
    await recordAudit(db, context, db.companyId, { action, subject: before.name, details });
    return presentCompanySettings(await requireCompany(db, context), context.config.baseDomain);
  });
}

export function changeProfile(
  context: Handled<typeof companySettingsApi.update, SignedInContext>,
): Promise<CompanySettings> {
  const { body } = context;
  return changeSettings(
    context,
    { action: "company.update", changesFrom: (before) => changesOf(before, body) },
    (db) =>
      db.all(updateCompanyProfile, {
        ...body,
        companyId: db.companyId,
        changed: changedFields(body),
      }),
  );
}

export function changeBranding(
  context: Handled<typeof companySettingsApi.updateBranding, SignedInContext>,
): Promise<CompanySettings> {
  const { brandingSettings } = context.body;
  return changeSettings(
    context,
    {
      action: "company.branding",
      changesFrom: (before) => changesOf(before.brandingSettings, brandingSettings),
    },
    (db) =>
      db.all(updateCompanyBranding, {
        companyId: db.companyId,
        brandingSettings: JSON.stringify(brandingSettings),
      }),
  );
}
