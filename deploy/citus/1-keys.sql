-- Keys for a database whose projects are spread over several (docs/scaling.md, "Projects over several databases"): every
-- key, every unique rule and every foreign key of what belongs to a project or to a person carries the column that says on
-- which database it stands. Plain PostgreSQL: nothing here needs an extension. While the app is stopped:
--
--   psql --single-transaction -v ON_ERROR_STOP=1 -f 1-keys.sql "$DATABASE_URL"
--
-- On plain PostgreSQL the app goes on afterwards, but for two calls (backend/test/citus.test.ts): moving a task that has
-- comments or a checklist to another project, and letting a browser be sent pushes.

-- 1. What belongs to a project: project_id ----------------------------------------------------------------------------
--
-- project (by id), project_member, change, deletion_project carry it in their keys already.

alter table comment drop constraint comment_task_id_fkey;
alter table checklist_item drop constraint checklist_item_task_id_fkey;
alter table due_notice drop constraint due_notice_task_id_fkey;
alter table notification drop constraint notification_task_id_fkey, drop constraint notification_project_id_fkey;
alter table invitation_link drop constraint invitation_link_invitation_id_fkey;

-- The former keys stay as plain indexes: whatever asks by the id alone finds it in each part.
alter table task drop constraint task_pkey, add constraint task_pkey primary key (project_id, id);
create index task_id_index on task (id);
alter table comment drop constraint comment_pkey, add constraint comment_pkey primary key (project_id, id);
create index comment_id_index on comment (id);
alter table checklist_item drop constraint checklist_item_pkey,
  add constraint checklist_item_pkey primary key (project_id, id);
create index checklist_item_id_index on checklist_item (id);
alter table invitation drop constraint invitation_pkey, add constraint invitation_pkey primary key (project_id, id);
create index invitation_id_index on invitation (id);

alter table checklist_item drop constraint checklist_item_task_id_rank_unique,
  add constraint checklist_item_task_id_rank_unique unique (project_id, task_id, rank) deferrable;

-- What was deleted before its task went to another project has stayed in the former one, where the task no longer is: it
-- can never be restored, and would go after 30 days.
delete from comment c where not exists (select from task t where t.id = c.task_id and t.project_id = c.project_id);
delete from checklist_item i where not exists (select from task t where t.id = i.task_id and t.project_id = i.project_id);

alter table comment add constraint comment_task_id_fkey
  foreign key (project_id, task_id) references task (project_id, id) on delete cascade;
alter table checklist_item add constraint checklist_item_task_id_fkey
  foreign key (project_id, task_id) references task (project_id, id) on delete cascade;

-- 2. What belongs to a person: user_id ---------------------------------------------------------------------------------
--
-- device, inbox, notification_event, idempotency, visit, digest_notice, due_notice, two_factor and recovery_code carry it
-- already. What such a row says of a project or of a task stands elsewhere, so no foreign key can hold it: whoever reads it
-- finds nothing there when that is gone, as now.

alter table push_subscription drop constraint push_subscription_session_id_fkey;

alter table session drop constraint session_pkey, add constraint session_pkey primary key (user_id, id);
create index session_id_index on session (id);
alter table notification drop constraint notification_pkey, add constraint notification_pkey primary key (user_id, id);
create index notification_id_index on notification (id);
alter table saved_view drop constraint saved_view_pkey, add constraint saved_view_pkey primary key (user_id, id);
create index saved_view_id_index on saved_view (id);
alter table avatar drop constraint avatar_id_key, add constraint avatar_id_key unique (user_id, id);
create index avatar_id_index on avatar (id);
alter table push_subscription drop constraint push_subscription_pkey,
  add constraint push_subscription_pkey primary key (user_id, id),
  drop constraint push_subscription_endpoint_key,
  add constraint push_subscription_endpoint_key unique (user_id, endpoint),
  add constraint push_subscription_session_id_fkey
    foreign key (user_id, session_id) references session (user_id, id) on delete cascade;

-- 3. Where things are --------------------------------------------------------------------------------------------------
--
-- A unique id is unique in one database only, and an id alone does not say which. This says it, and keeps an id of somebody
-- else's from being taken once more. Commands write it together with the row.

create table place (
  id uuid primary key,
  entity text not null,
  project_id uuid not null
);
insert into place (id, entity, project_id)
  select id, 'task', project_id from task
  union all select id, 'comment', project_id from comment
  union all select id, 'checklist_item', project_id from checklist_item
  union all select id, 'invitation', project_id from invitation;

-- The projects of a person, by the person: what begins every list. Written with project_member.
create table person_project (
  user_id uuid not null references account (id) on delete cascade,
  project_id uuid not null,
  role project_role not null,
  joined_at timestamptz(3) not null,
  primary key (user_id, project_id)
);
insert into person_project (user_id, project_id, role, joined_at)
  select user_id, project_id, role, joined_at from project_member;
