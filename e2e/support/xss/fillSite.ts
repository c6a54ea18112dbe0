import { randomUUID } from "node:crypto";
import { adminCompaniesApi } from "#contract/adminCompanies.ts";
import { contentApi } from "#contract/content.ts";
import { landingPageApi } from "#contract/landingPage.ts";
import { siteSettingsApi } from "#contract/siteSettings.ts";
import type { SignedIn } from "../accounts.ts";
import { callApi } from "../callApi.ts";
import { runSql } from "../runSql.ts";
import type { SiteTexts } from "./siteTexts.ts";

/**
 * Saves the texts by API calls of a super admin, and inserts the users. Returns a function that
 * removes the added FAQs, announcements and companies.
 */
export async function fillSite(by: SignedIn, texts: SiteTexts): Promise<() => Promise<void>> {
  const { body: settings } = await callApi(by, siteSettingsApi.get);
  await callApi(by, siteSettingsApi.update, { body: { ...settings, siteName: texts.siteName } });
  await callApi(by, landingPageApi.update, { body: texts.landing });
  const faqs: number[] = [];
  const announcements: number[] = [];
  for (const { heading, body } of texts.entries) {
    const faq = await callApi(by, contentApi.createFaq, {
      body: { question: heading, answer: body },
    });
    const announcement = await callApi(by, contentApi.createAnnouncement, {
      body: { title: heading, content: body },
    });
    faqs.push(faq.body.id);
    announcements.push(announcement.body.id);
  }
  const companies: number[] = [];
  for (const { name, description } of texts.companies) {
    const { body } = await callApi(by, adminCompaniesApi.create, {
      body: { name, description, website: null },
    });
    companies.push(body.id);
  }
  const run = `xss-${randomUUID()}`;
  await runSql(
    `insert into user_account (username, password_hash, full_name, home_company_id)
     select $1 || '-' || place || '@example.com', '-', name, $3
     from jsonb_array_elements_text($2::jsonb) with ordinality as given(name, place)`,
    [run, JSON.stringify(texts.users), companies[0]],
  );
  return async () => {
    for (const id of faqs) await callApi(by, contentApi.removeFaq, { params: { id } });
    for (const id of announcements)
      await callApi(by, contentApi.removeAnnouncement, { params: { id } });
    for (const id of companies) await callApi(by, adminCompaniesApi.remove, { params: { id } });
  };
}
