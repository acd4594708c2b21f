import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { v5 as uuidOf } from 'uuid';
import type { WebhookFormat } from '../../contract/enums.js';
import { fitText } from '../../contract/graphemes.js';
import { WEBHOOKS } from '../../contract/limits.js';
import { matchesEvent } from '../../contract/webhooks.js';
import type { ChangeSet, LoggedChange } from '../feed/changeSets.js';
import { KEY_FIELDS } from '../tasks/task.reads.js';
import { type FieldChange, apiName } from '../write/changeLog.js';
import { kindsOf } from '../write/kinds.js';
import { formatChat } from './chatText.js';

/** The current state of the task that a change is about. */
export interface MessageTask {
  id: string;
  key: string | null;
  title: string;
  url: string;
}

/** One line of a message. */
export interface MessageChange {
  /** Like `task.created`. */
  type: string;
  entity: string;
  entityId: string;
  action: string;
  fields: Record<string, FieldChange>;
  /** Null for changes of other objects, and if the task was deleted or is in another project now. */
  task: MessageTask | null;
}

/** The payload of Standard Webhooks: the type, the time of the change, and the data. */
export interface Message {
  type: 'project.changes' | 'project.resync' | 'webhook.test';
  timestamp: string;
  data: {
    projectId: string | null;
    revision: number | null;
    epoch: string | null;
    actor: { id: string; name: string } | null;
    changes: MessageChange[];
  };
}

/** A message with the data that its delivery needs. */
export interface PreparedMessage {
  id: string;
  message: Message;
  projectName: string;
  /** The objects that it quotes. */
  about: string[];
}

/** The place of a change set in the history of a project. */
export interface Place {
  projectId: string;
  revision: number;
  epoch: string;
}

/** Identifies a message: the same for every attempt, so that a receiver recognizes a repeat. */
const messageId = (webhookId: string, { epoch, projectId, revision }: Place): string =>
  uuidOf(`${epoch}/${projectId}/${revision}`, webhookId);

const eventOf = ({ entity, action }: LoggedChange): string => `${entity}.${action}`;

/** The lines of a change set that a webhook can get: renumbered ranks change no place. */
const linesOf = ({ changes }: ChangeSet): LoggedChange[] => changes.filter(({ respaced }) => !respaced);

/** Whether a change set contains an event that a webhook wants. It then gets the whole set. */
export const isWanted = (events: readonly string[], set: ChangeSet): boolean =>
  linesOf(set).some((line) => matchesEvent(events, eventOf(line)));

/**
 * Returns the tasks of the lines that are still in the project, by the id of the line's object. The webhook's owner may not see
 * the project that a task has moved to.
 */
async function readTasks(
  em: EntityManager,
  projectId: string,
  lines: readonly LoggedChange[],
  publicUrl: string,
): Promise<Map<string, MessageTask>> {
  const ids = lines.map(({ entityId }) => entityId);
  const ofParts = kindsOf(em).flatMap(({ table, owners }) => {
    // The first task of a relation, as in the feed.
    const owner = owners.find(({ name }) => name === 'task');
    return owner ? [sql`union all select id, ${owner.column} from ${table} where id = any(${ids}::uuid[])`] : [];
  });
  const { rows } = await sql<Omit<MessageTask, 'url'> & { lineId: string }>`
    select found.line_id as "lineId", t.id, t.title, ${KEY_FIELDS.key} as key
    from (
      select id as line_id, id as task_id from task where id = any(${ids}::uuid[])
      ${sql.join(ofParts, sql` `)}) found
    join task t on t.id = found.task_id and t.project_id = ${projectId} and t.deleted_at is null
    join project p on p.id = t.project_id
    left join task_number n on n.task_id = t.id and n.project_id = t.project_id`.execute(em.getKysely());
  return new Map(rows.map(({ lineId, ...task }) => [lineId, { ...task, url: `${publicUrl}/tasks/${task.id}` }]));
}

async function readActor(em: EntityManager, id: string): Promise<{ id: string; name: string } | null> {
  const { rows } = await sql<{ name: string }>`
    select first_name || ' ' || last_name as name from account where id = ${id}`.execute(em.getKysely());
  return rows[0] ? { id, name: rows[0].name } : null;
}

/** Returns a message without changes, which tells a receiver to read a project again. */
export const prepareResync = (
  webhookId: string,
  { projectId, revision, epoch }: Place,
  { projectName, at }: { projectName: string; at: Date },
): PreparedMessage => ({
  id: messageId(webhookId, { projectId, revision, epoch }),
  message: {
    type: 'project.resync',
    timestamp: at.toISOString(),
    data: { projectId, revision, epoch, actor: null, changes: [] },
  },
  projectName,
  about: [],
});

/** Returns the message of a change set; a resync if it exceeds 100 lines or 20 kB. */
export async function prepareChanges(
  em: EntityManager,
  webhookId: string,
  { projectName, epoch, set }: { projectName: string; epoch: string; set: ChangeSet },
  publicUrl: string,
): Promise<PreparedMessage> {
  const { projectId, revision, at, actorId } = set;
  const place = { projectId, revision, epoch };
  const lines = linesOf(set);
  const resync = prepareResync(webhookId, place, { projectName, at });
  if (lines.length > WEBHOOKS.messageLines) return resync;
  const tasks = await readTasks(em, projectId, lines, publicUrl);
  const changes = lines.map((line): MessageChange => ({
    type: eventOf(line),
    entity: apiName(line.entity),
    entityId: line.entityId,
    action: apiName(line.action),
    fields: line.fields,
    task: tasks.get(line.entityId) ?? null,
  }));
  const actor = await readActor(em, actorId);
  const message: Message = {
    type: 'project.changes',
    timestamp: at.toISOString(),
    data: { ...place, actor, changes },
  };
  if (Buffer.byteLength(JSON.stringify(message)) > WEBHOOKS.messageBytes) return resync;
  const about = new Set(changes.flatMap(({ entityId, task }) => (task ? [entityId, task.id] : [entityId])));
  return { ...resync, message, about: [...about] };
}

/** Whether an object that a message quotes was removed permanently, for example while the message was sent. */
export async function quotesPurged(em: EntityManager, { message }: PreparedMessage): Promise<boolean> {
  const kinds = kindsOf(em).filter(({ isSoftDeleted }) => isSoftDeleted);
  const names = new Set<string>(kinds.map(({ name }) => apiName(name)));
  const quoted = message.data.changes.flatMap(({ entity, entityId, task }) => [
    ...(names.has(entity) ? [entityId] : []),
    ...(task ? [task.id] : []),
  ]);
  const ids = [...new Set(quoted)];
  if (ids.length === 0) return false;
  const present = kinds.map(({ table }) => sql`select id from ${table} where id = any(${ids}::uuid[])`);
  const { rows } = await sql`${sql.join(present, sql` union `)}`.execute(em.getKysely());
  return rows.length < ids.length;
}

export const prepareTest = (id: string, at: Date): PreparedMessage => ({
  id,
  message: {
    type: 'webhook.test',
    timestamp: at.toISOString(),
    data: { projectId: null, revision: null, epoch: null, actor: null, changes: [] },
  },
  projectName: '',
  about: [],
});

/** The body of the request to the receiver. */
export interface WireMessage {
  contentType: string;
  body: string;
}

/** Formats a message in the webhook's format. */
export function formatMessage(format: WebhookFormat, prepared: PreparedMessage, brandName: string): WireMessage {
  if (format !== 'STANDARD') return formatChat(format, prepared, brandName);
  return { contentType: 'application/json', body: JSON.stringify(prepared.message) };
}

/** Texts in stored messages are shortened to this length. */
const STORED_TEXT = 200;

/** Returns a message as stored for the webhook's owner, with long texts shortened. */
export const withoutLongTexts = ({ message }: PreparedMessage): string =>
  JSON.stringify(message, (_name, value: unknown) =>
    typeof value === 'string' && value.length > STORED_TEXT ? `${fitText(value, STORED_TEXT)}…` : value,
  );
