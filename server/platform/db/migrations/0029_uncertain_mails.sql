-- How often the mail server received the whole mail and gave no answer (docs/decisions/0037-mail-delivery.md).
alter table mail_delivery add column uncertain_attempts integer not null default 0;
