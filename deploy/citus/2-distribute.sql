-- Spreads the tables over the nodes of a Citus cluster, after 1-keys.sql, on its coordinator:
--
--   psql -v ON_ERROR_STOP=1 -f 2-distribute.sql "$DATABASE_URL"
--
-- A table that is referred to comes before those that refer to it. What is not named stays on the coordinator: what only
-- signing in, invitations by link, long changes and downloads read (api_token, bulk_run, email_revert, export, export_part,
-- held_notice, invitation_link, login_challenge, password_reset), the migrations and the job queue (graphile_worker).

-- On every node: few writes, and joined with everything.
select create_reference_table('account');
select create_reference_table('epoch');
select create_reference_table('push_key');

-- A project with all that is in it stands on one node, so a command and its log are one transaction there.
select create_distributed_table('project', 'id');
select create_distributed_table('project_member', 'project_id', colocate_with => 'project');
select create_distributed_table('task', 'project_id', colocate_with => 'project');
select create_distributed_table('comment', 'project_id', colocate_with => 'project');
select create_distributed_table('checklist_item', 'project_id', colocate_with => 'project');
select create_distributed_table('change', 'project_id', colocate_with => 'project');
select create_distributed_table('invitation', 'project_id', colocate_with => 'project');
select create_distributed_table('deletion_project', 'project_id', colocate_with => 'project');

-- A person's own things stand together, too, wherever their projects are.
select create_distributed_table('session', 'user_id', colocate_with => 'none');
select create_distributed_table('push_subscription', 'user_id', colocate_with => 'session');
select create_distributed_table('device', 'user_id', colocate_with => 'session');
select create_distributed_table('two_factor', 'user_id', colocate_with => 'session');
select create_distributed_table('recovery_code', 'user_id', colocate_with => 'session');
select create_distributed_table('avatar', 'user_id', colocate_with => 'session');
select create_distributed_table('inbox', 'user_id', colocate_with => 'session');
select create_distributed_table('notification', 'user_id', colocate_with => 'session');
select create_distributed_table('notification_event', 'user_id', colocate_with => 'session');
select create_distributed_table('idempotency', 'user_id', colocate_with => 'session');
select create_distributed_table('saved_view', 'user_id', colocate_with => 'session');
select create_distributed_table('visit', 'user_id', colocate_with => 'session');
select create_distributed_table('digest_notice', 'user_id', colocate_with => 'session');
select create_distributed_table('due_notice', 'user_id', colocate_with => 'session');
select create_distributed_table('person_project', 'user_id', colocate_with => 'session');

select create_distributed_table('place', 'id', colocate_with => 'none');
select create_distributed_table('rate', 'key', colocate_with => 'none');
