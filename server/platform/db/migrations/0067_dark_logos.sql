-- A company's logo for dark pages. It is drawn at upload, as the other logo is, and always a PNG.
alter table company_logo add column dark_file_id uuid;
alter table company_logo add column dark_content bytea;
alter table company_logo add constraint company_logo_dark
  check (num_nonnulls(dark_file_id, dark_content) in (0, 2));
