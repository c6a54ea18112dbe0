-- Answers to requests with an `Idempotency-Key` (docs/decisions/0087-api-keys.md), for a day.
create table api_answer (
  company_id bigint not null,
  api_key_id bigint not null,
  idempotency_key text not null check (char_length(idempotency_key) between 1 and 255),
  -- SHA-256 of the method, path and body.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- Which execution of the request holds the row. Only this one may store its answer.
  attempt uuid not null,
  started_at timestamptz(3) not null default now(),
  -- The body of the answer as JSON, stored in the transaction of the change; null until then.
  answer text,
  primary key (company_id, api_key_id, idempotency_key),
  foreign key (company_id, api_key_id) references api_key (company_id, id) on delete cascade
);
create index api_answer_started on api_answer (started_at);

alter table api_answer enable row level security;
alter table api_answer force row level security;
create policy tenant on api_answer to hearback_app
  using (company_id = (select current_company_id()))
  with check (company_id = (select current_company_id()));
create policy system on api_answer to hearback_system using (true) with check (true);
grant select, insert, update, delete on api_answer to hearback_app, hearback_system;

-- A company that is being moved accepts no changes of these either.
create trigger refuse_read_only before insert or update or delete on api_answer
  for each statement execute function refuse_company_content_change();
