import type { companySettingsApi, CompanySettings } from "#contract/companySettings.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import type { AuditedAction } from "#server/platform/audit/recordAudit.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { changedFields } from "#server/platform/db/changedFields.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { updateCompanyBranding, updateCompanyProfile } from "./companies.queries.ts";
import type { CompanyContext } from "./managedCompany.ts";
import { managedCompanyDb, requireCompany } from "./managedCompany.ts";
import { presentCompanySettings } from "./presentCompanySettings.ts";

/** Runs a change of a company's settings with its audit entry, and returns the new settings. */
export async function changeSettings(
  context: CompanyContext,
  done: AuditedAction,
  change: (db: TenantDb) => Promise<unknown>,
): Promise<CompanySettings> {
  return managedCompanyDb(context).transaction(async (db) => {
    const before = await requireCompany(db);
    await change(db);
    await recordAudit(db, context, db.companyId, { subject: before.name, ...done });
    return presentCompanySettings(await requireCompany(db), context.config.baseDomain);
  });
}

export function changeProfile(
  context: CompanyContext & { body: BodyOf<typeof companySettingsApi.update> },
): Promise<CompanySettings> {
  const { body } = context;
  return changeSettings(context, { action: "company.update", details: { ...body } }, (db) =>
    db.all(updateCompanyProfile, {
      ...body,
      companyId: db.companyId,
      changed: changedFields(body),
    }),
  );
}

export function changeBranding(
  context: CompanyContext & { body: BodyOf<typeof companySettingsApi.updateBranding> },
): Promise<CompanySettings> {
  const { brandingSettings } = context.body;
  return changeSettings(
    context,
    { action: "company.branding", details: { ...brandingSettings } },
    (db) =>
      db.all(updateCompanyBranding, {
        companyId: db.companyId,
        brandingSettings: JSON.stringify(brandingSettings),
      }),
  );
}
