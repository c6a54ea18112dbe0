/**
 * Some company tables, each with its parent table. When a row of the parent table is deleted, the
 * rows that refer to it are deleted as well. The rows of all other company tables are deleted with
 * the row of the company.
 */
export const PARENT_TABLES: Readonly<Record<string, string>> = {
  webhook_secret: "webhook_endpoint",
  webhook_delivery: "webhook_endpoint",
  feedback_discussion: "feedback_item",
  feedback_search: "feedback_item",
  feedback_update: "feedback_item",
  user_vote: "feedback_item",
  comment: "feedback_item",
  comment_reaction: "comment",
  status_change: "feedback_item",
  follow: "feedback_item",
  activity: "feedback_item",
  notification: "activity",
  import_record: "import_run",
  changelog_entry_label: "changelog_entry",
  changelog_entry_item: "changelog_entry",
  api_answer: "api_key",
  organisation_member: "organisation",
};

const PARENT_OF_TABLE = Object.entries(PARENT_TABLES)
  .map(([table, parent]) => `when '${table}' then '${parent}'::regclass`)
  .join(" ");

/**
 * Body of `has_contributed`. Besides its own accounts, a company may read the accounts that wrote an
 * item or a comment or changed a status on its boards.
 */
const CONTRIBUTED = `begin return ${["comment c", "feedback_item f", "status_change s"]
  .map((table) => {
    const alias = table.slice(-1);
    return `exists ( select from public.${table} where ${alias}.company_id = public.current_company_id() and ${alias}.user_id = account )`;
  })
  .join(" or ")}; end `;

/**
 * Rules for the database catalogue that keep tenants apart
 * (docs/decisions/0004-tenants-apart-twice.md). Each rule is a query for the names of violating
 * objects. `tenant` lists the tables with a company_id, including partitions.
 */
export const CATALOGUE_RULES = {
  "row-level security is enabled and forced": `
    select relname from pg_class
    where (oid in (select oid from tenant) or oid in ('company'::regclass, 'user_account'::regclass)
        or relnamespace = 'public'::regnamespace and exists (select from pg_policy where polrelid = pg_class.oid))
      and not (relrowsecurity and relforcerowsecurity)`,

  "the tenants' role sees and writes only its own company": `
    select t.name from (
        select oid, name, 'company_id' as key, '*' as command from tenant where not is_partition
        union all select 'company'::regclass, 'company', 'id', '*'
        union all select 'user_account'::regclass, 'user_account', 'home_company_id', 'r'
      ) t
    where 1 <> (
      select count(*) from pg_policy p
      where p.polrelid = t.oid and p.polroles = array['hearback_app'::regrole::oid] and p.polcmd::text = t.command
        and p.polpermissive
        and pg_get_expr(p.polqual, p.polrelid) = case t.name
          when 'user_account' then
            '((home_company_id = ( SELECT current_company_id() AS current_company_id)) OR has_contributed(id))'
          else '(' || t.key || ' = ( SELECT current_company_id() AS current_company_id))' end
        and coalesce(pg_get_expr(p.polwithcheck, p.polrelid), case when t.key = 'company_id' then '' else 'none' end)
          in ('none', '(' || t.key || ' = ( SELECT current_company_id() AS current_company_id))')
    )`,

  "the system role has its own policy": `
    select c.relname from pg_class c
    where (c.oid in (select oid from tenant where not is_partition) or c.oid in ('company'::regclass, 'user_account'::regclass)
        or c.relnamespace = 'public'::regnamespace and c.relrowsecurity and not c.relispartition)
      and 1 <> (select count(*) from pg_policy p where p.polrelid = c.oid and p.polroles = array['hearback_system'::regrole::oid]
        and p.polcmd = '*' and pg_get_expr(p.polqual, p.polrelid) = 'true')`,

  "only the search owner has another policy": `
    select coalesce(p.polrelid::regclass::text || ' ' || p.polname, 'feedback_search has none')
    from (
      select * from pg_policy
      where polroles not in (array['hearback_app'::regrole::oid], array['hearback_system'::regrole::oid])
        or (polrelid, polroles) in (select polrelid, polroles from pg_policy group by 1, 2 having count(*) > 1)
    ) p
    full join (select 'feedback_search'::regclass::oid as oid) s on s.oid = p.polrelid
    where p.oid is null or s.oid is null or p.polcmd <> 'r'
      or p.polroles <> (select array[relowner] from pg_class where oid = s.oid)`,

  "company_id is the first column of every unique key": `
    select i.indexrelid::regclass::text from tenant t join pg_index i on i.indrelid = t.oid
    join pg_attribute a on a.attrelid = t.oid and a.attname = 'company_id'
    where i.indisunique and i.indkey[0] <> a.attnum`,

  "every table has a primary key": `
    select t.name from tenant t where not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)`,

  "foreign keys between company tables start with company_id": `
    select t.name || ' ' || con.conname from pg_constraint con
    join tenant t on t.oid = con.conrelid join tenant target on target.oid = con.confrelid
    join pg_attribute own on own.attrelid = t.oid and own.attname = 'company_id'
    join pg_attribute theirs on theirs.attrelid = target.oid and theirs.attname = 'company_id'
    where con.contype = 'f' and (con.conkey[1] <> own.attnum or con.confkey[1] <> theirs.attnum)`,

  // These columns have no foreign key. `file_id` and `dark_file_id` are parts of a logo's URL, and
  // `client_id` is what a company's provider calls this portal. In
  // `feedback_counter`, category 0 means no category, because key columns cannot be null. A trigger
  // copies the filter columns of `feedback_search` and `feedback_discussion` from the item.
  "every id column of another table is a foreign key": `
    select t.name || '.' || a.attname from tenant t join pg_attribute a on a.attrelid = t.oid
    where not t.is_partition and a.attnum > 0 and a.attname like '%\\_id' and a.attname not in ('company_id', 'file_id', 'dark_file_id', 'client_id')
      and (t.name, a.attname) <> ('feedback_counter', 'board_category_id')
      and (t.name, a.attname) not in (('feedback_discussion', 'board_id'), ('feedback_search', 'board_id'), ('feedback_search', 'board_category_id'))
      and not exists (select from pg_constraint con where con.conrelid = t.oid and con.contype = 'f' and a.attnum = any (con.conkey))`,

  // With a nullable column, the foreign key would not apply to every row.
  // A row about a changelog entry instead of an item is deleted with the entry.
  "rows are deleted with their company": `
    with of_entries as (
      select con.conrelid as oid from pg_constraint con
      join pg_constraint about on about.conrelid = con.conrelid and about.contype = 'c'
        and pg_get_constraintdef(about.oid) like 'CHECK ((num_nonnulls(feedback_id, entry_id) = 1))%'
      where con.contype = 'f' and con.confdeltype = 'c' and con.confrelid = 'changelog_entry'::regclass
    )
    select t.name from tenant t
    where not t.is_partition and not exists (
      select from pg_constraint con where con.conrelid = t.oid and con.contype = 'f' and con.confdeltype = 'c'
        and con.confrelid = case t.name ${PARENT_OF_TABLE} else 'company'::regclass end
        and not exists (select from pg_attribute a where a.attrelid = t.oid and a.attnum = any (con.conkey) and not a.attnotnull
          and not (a.attname = 'feedback_id' and t.oid in (select oid from of_entries))))`,

  "the roles have no special attributes": `
    select rolname from pg_roles where oid in (select oid from portal_role)
      and (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole or rolcreatedb or rolreplication)`,

  "the roles own no objects": `
    select refobjid::regrole || ' owns ' || pg_describe_object(classid, objid, objsubid) from pg_shdepend
    where refclassid = 'pg_authid'::regclass and refobjid in (select oid from portal_role) and deptype = 'o'
      and dbid in (0, (select oid from pg_database where datname = current_database()))`,

  "the roles are members of no other role": `
    select member::regrole || ' is ' || roleid::regrole from pg_auth_members where member in (select oid from portal_role)`,

  "the roles cannot create objects": `
    select r.name || ' in ' || n.nspname from portal_role r, pg_namespace n
    where n.nspname !~ '^pg_' and has_schema_privilege(r.oid, n.oid, 'create')
      or n.nspname = 'graphile_worker' and has_schema_privilege(r.oid, n.oid, 'usage')`,

  "the roles cannot truncate, reference or add triggers to tables": `
    select r.name || ' on ' || c.relname from portal_role r, pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and has_table_privilege(r.oid, c.oid, 'truncate, references, trigger, maintain')`,

  "audit log entries cannot be changed": `
    select r.name || ' on ' || c.relname from portal_role r, pg_class c
    where c.oid in ('audit_entry'::regclass, 'site_audit_entry'::regclass)
      and (has_any_column_privilege(r.oid, c.oid, 'update') or has_table_privilege(r.oid, c.oid, 'delete'))`,

  "the tenants' role has access to company tables only": `
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and c.oid not in (select oid from tenant where not is_partition) and c.relname not in ('company', 'user_account')
      and (has_any_column_privilege('hearback_app', c.oid, 'select, insert, update')
        or has_table_privilege('hearback_app', c.oid, 'delete'))`,

  "the tenants' role cannot create or delete companies": `
    select 'company' where has_any_column_privilege('hearback_app', 'company', 'insert')
      or has_table_privilege('hearback_app', 'company', 'delete')`,

  "the tenants' role reads public account columns and changes none": `
    select a.attname from pg_attribute a
    where a.attrelid = 'user_account'::regclass and a.attnum > 0 and (
      a.attname not in ('id', 'username', 'full_name', 'picture_key', 'home_company_id', 'role', 'is_imported', 'is_active')
        and has_column_privilege('hearback_app', a.attrelid, a.attnum, 'select')
      or has_column_privilege('hearback_app', a.attrelid, a.attnum, 'insert')
      or has_column_privilege('hearback_app', a.attrelid, a.attnum, 'update')
      or has_table_privilege('hearback_app', a.attrelid, 'delete'))`,

  "only search, queue, audit and statistics functions are security definers, with a fixed search_path": `
    select p.proname from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosecdef and not (
      p.proname in ('search_feedback', 'find_feedback', 'count_more_feedback', 'find_words', 'list_words', 'similar_feedback', 'enqueue_job', 'enqueue_activity_task', 'remove_name_from_audit_logs', 'analyze_imports') and coalesce(p.proconfig::text, '') like '%search_path=pg_catalog%')`,

  "the tenants' role cannot run jobs": `
    select 'enqueue_job' where has_function_privilege('hearback_app', 'enqueue_job(text, jsonb)', 'execute')`,

  "the search function filters by the current company": `
    select 'matching_words' where strpos(pg_get_function_sqlbody('matching_words'::regproc), $$
   WHERE ((s.company_id = matching_words.company) AND (NOT (matching_words.company IS DISTINCT FROM current_company_id())) AND (s.document ~~ (matching_words.pieces)[1]) AND (s.document ~~ (matching_words.pieces)[2]) AND (s.document ~~ (matching_words.pieces)[3]) AND ($$) = 0`,

  "accounts of other companies are visible through what they wrote": `
    select 'has_contributed' from pg_proc
    where oid = 'has_contributed(bigint)'::regprocedure
      and (prosecdef or regexp_replace(prosrc, '\\s+', ' ', 'g') <> ' ${CONTRIBUTED}')`,

  "the current company is the transaction's or none": `
    select 'current_company_id' where pg_get_function_sqlbody('current_company_id'::regproc)
      <> $$RETURN (NULLIF(current_setting('app.company_id'::text, true), ''::text))::bigint$$`,
} as const;

export type CatalogueRule = keyof typeof CATALOGUE_RULES;
