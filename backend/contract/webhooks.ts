import * as v from 'valibot';
import { ChangeAction, ChangeEntity, WEBHOOK_FORMATS } from './enums.js';
import { WEBHOOKS } from './limits.js';
import { idField, requiredText } from './text.js';
import { optionalFields } from './write.js';

const NAMES = {
  entity: Object.values(ChangeEntity).map((name) => name.toLowerCase()),
  action: Object.values(ChangeAction).map((name) => name.toLowerCase()),
};
const EVENT = new RegExp(`^(?:\\*|(?:${NAMES.entity.join('|')})\\.(?:\\*|${NAMES.action.join('|')}))$`);

const eventField = v.pipe(
  v.string('An event must be a text'),
  v.regex(EVENT, ({ received }) => `Unknown event ${received}: use names like task.created, comment.* or *`),
);

const webhookEntries = {
  name: requiredText('Name', WEBHOOKS.nameMax),
  url: requiredText('URL', WEBHOOKS.urlMax),
  events: v.pipe(
    v.array(eventField, 'events must be a list'),
    v.transform((events) => [...new Set(events)]),
    v.minLength(1, 'Choose at least one event'),
    v.maxLength(WEBHOOKS.eventsMax, `At most ${WEBHOOKS.eventsMax} events`),
  ),
  format: v.picklist(WEBHOOK_FORMATS, `format must be one of ${WEBHOOK_FORMATS.join(', ')}`),
};

/** A webhook of one project or, without `projectId`, of all projects of its owner. */
export const createWebhookSchema = v.object({
  ...webhookEntries,
  projectId: v.nullish(idField('Project must be an id')),
  format: v.nullish(webhookEntries.format),
});

/** Only the fields to change. `paused` stops and starts it. */
export const updateWebhookSchema = v.object({
  ...optionalFields(webhookEntries),
  paused: v.exactOptional(v.boolean('paused must be true or false')),
});

/** Sends all messages of a project after a revision again. `projectId` is for webhooks of all projects. */
export const redeliverSinceSchema = v.object({
  projectId: v.nullish(idField('Project must be an id')),
  revision: v.pipe(
    v.number('Revision must be a whole number'),
    v.integer('Revision must be a whole number'),
    v.minValue(0, 'Revision must be 0 or more'),
    v.maxValue(2 ** 31 - 1, 'Revision is too large'),
  ),
});

/** Whether one of the patterns, like `task.created`, `comment.*` or `*`, matches an event. */
export const matchesEvent = (patterns: readonly string[], event: string): boolean =>
  patterns.some((pattern) => pattern === '*' || pattern === event || pattern === `${event.split('.')[0]}.*`);
