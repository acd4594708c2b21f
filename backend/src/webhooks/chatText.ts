import { StringDecoder } from 'node:string_decoder';
import type { WebhookFormat } from '../../contract/enums.js';
import { fitText } from '../../contract/graphemes.js';
import { plainText } from '../../contract/plainText.js';
import { isLongText } from '../write/longText.js';
import type { MessageChange, PreparedMessage, WireMessage } from './webhookMessage.js';

/** The maximum number of lines in a chat message. */
const LINES = 10;
const EXCERPT = 200;
/** Discord refuses longer ones. */
const DISCORD_MAX = 2_000;
/** In bytes. ntfy makes a file of a longer one, or refuses it if it keeps no files. */
const NTFY_MAX = 4_096;

/** The syntax of a chat for links, and its escaping. */
interface Markup {
  escape: (text: string) => string;
  link: (url: string, text: string) => string;
}

const MARKUP: Readonly<Record<Exclude<WebhookFormat, 'STANDARD'>, Markup>> = {
  SLACK: {
    // Mattermost reads @channel in any text as a mention, unless a zero-width space follows the @. Addresses stay as they are.
    escape: (text) =>
      text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll(/(?<![\w.+-])@/g, '@\u200b'),
    link: (url, text) => `<${url}|${text.replaceAll('|', '¦')}>`,
  },
  DISCORD: {
    escape: (text) => text.replaceAll(/[\\*_~`|>[\]()#-]/g, String.raw`\$&`),
    link: (url, text) => `[${text}](<${url}>)`,
  },
  NTFY: { escape: (text) => text, link: (_url, text) => text },
};

const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > EXCERPT ? `${fitText(line, EXCERPT - 1).trimEnd()}…` : line;
};

/** Cuts a text to whole characters within `max` bytes. */
const fitBytes = (text: string, max: number): string =>
  fitText(text, new StringDecoder('utf8').write(Buffer.from(text).subarray(0, max)).length);

/** Returns a text of a changed object; of one that has left the project, what it was. */
const textOf = (change: MessageChange, field: string): string => {
  const [before, after] = change.fields[field] ?? [];
  const text = after ?? before;
  return typeof text === 'string' ? oneLine(text) : '';
};

/** Returns the beginning of a comment without Markdown marks. The log has only an excerpt of a long one. */
const commentOf = ({ fields }: MessageChange): string => {
  const after = fields['text']?.[1];
  const text = isLongText(after) ? `${after.excerpt}…` : after;
  return typeof text === 'string' ? oneLine(plainText(text)) : '';
};

const FIELD_NAMES: Readonly<Record<string, string>> = {
  status: 'status',
  columnId: 'column',
  assigneeId: 'assignee',
  dueDate: 'due date',
  dueDay: 'due date',
  startDate: 'start date',
  repeat: 'repetition',
  parentId: 'parent',
  tags: 'tags',
  priority: 'priority',
  title: 'title',
  description: 'description',
};

/** Returns for example 'status and due date'; empty for changes that readers do not see. */
const changedFields = ({ fields }: MessageChange): string => {
  const names = [...new Set(Object.keys(fields).flatMap((field) => FIELD_NAMES[field] ?? []))];
  return new Intl.ListFormat('en').format(names);
};

/** Kinds of objects whose name for readers is not their name in the API. */
const OBJECT_NAMES: Readonly<Record<string, string>> = {
  PROJECT: 'the project',
  TASK_RELATION: 'a relation',
  ATTACHMENT: 'a file',
};
const nameObject = (entity: string): string => OBJECT_NAMES[entity] ?? `a ${entity.toLowerCase().replaceAll('_', ' ')}`;

/** What to quote from a part of a task, by its kind. */
const PART_TEXTS: Readonly<Record<string, (change: MessageChange) => string>> = {
  COMMENT: commentOf,
  CHECKLIST_ITEM: (change) => textOf(change, 'text'),
  ATTACHMENT: (change) => textOf(change, 'name'),
};

const VERBS: Readonly<Record<string, string>> = {
  CREATED: 'added',
  UPDATED: 'changed',
  DELETED: 'deleted',
  RESTORED: 'restored',
};

function describe(change: MessageChange, { escape, link }: Markup): string {
  const { entity, action, fields, task } = change;
  const name = task ? [task.key, oneLine(task.title)].filter(Boolean).join(' ') : textOf(change, 'title');
  const named = task ? link(task.url, escape(name)) : escape(name);
  // The log has a move to another project as deleted there and created here, with both projects.
  if (action !== 'UPDATED' && 'projectId' in fields) {
    const object = entity === 'TASK' ? named || 'a task' : nameObject(entity);
    return `moved ${object} ${action === 'DELETED' ? 'to' : 'from'} another project`;
  }
  const verb = VERBS[action] ?? 'changed';
  if (entity === 'TASK') {
    const what = action === 'UPDATED' ? changedFields(change) : '';
    return `${action === 'CREATED' ? 'created' : verb} ${named || 'a task'}${what ? `: ${what}` : ''}`;
  }
  const text = PART_TEXTS[entity]?.(change) ?? '';
  const of = task ? (entity === 'COMMENT' ? ` on ${named}` : ` of ${named}`) : '';
  return `${verb} ${nameObject(entity)}${of}${text && task ? `: ${escape(text)}` : ''}`;
}

function write({ message, projectName }: PreparedMessage, brand: string, markup: Markup): string {
  const { type, data } = message;
  if (type === 'webhook.test') return `This is a test message from ${markup.escape(brand)}.`;
  const project = markup.escape(projectName);
  if (type === 'project.resync') return `${project}: many changes at once.`;
  const who = markup.escape(data.actor?.name ?? 'Someone');
  const lines = data.changes.slice(0, LINES).map((change) => describe(change, markup));
  const rest = data.changes.length - lines.length;
  if (lines.length === 1) return `${project}: ${who} ${lines[0]}`;
  return [`${project}: ${who}`, ...lines.map((line) => `• ${line}`), ...(rest > 0 ? [`• and ${rest} more`] : [])].join(
    '\n',
  );
}

/** Formats a message for people in a chat. Names and texts of tasks cannot mention anyone there. */
export function formatChat(
  format: Exclude<WebhookFormat, 'STANDARD'>,
  prepared: PreparedMessage,
  brandName: string,
): WireMessage {
  const text = write(prepared, brandName, MARKUP[format]);
  if (format === 'NTFY') return { contentType: 'text/plain; charset=utf-8', body: fitBytes(text, NTFY_MAX) };
  const body =
    format === 'SLACK'
      ? { text, unfurl_links: false }
      : { content: fitText(text, DISCORD_MAX), allowed_mentions: { parse: [] } };
  return { contentType: 'application/json', body: JSON.stringify(body) };
}
