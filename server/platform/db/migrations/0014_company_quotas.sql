-- A company's members are counted against its quota without its customers, who may be millions
-- (server/features/companies/quotas.queries.ts).
create index user_account_company_admins on user_account (home_company_id) where role = 'company_admin';
