import * as v from 'valibot';
import { LIMITS } from './limits.js';
import { moment } from './tasks.js';
import { optionalText, requiredText } from './text.js';

export const createNotificationSchema = v.object({
  title: requiredText('Title', LIMITS.notificationTitleMax),
  message: optionalText('Message', LIMITS.notificationMessageMax),
});

/** `until` is null to bring it back now. The service checks that it is not too far ahead. */
export const snoozeNotificationSchema = v.object({
  until: v.nullable(moment('until must be a date and time with a zone, like 2026-11-27T17:00:00Z')),
  group: v.exactOptional(v.nullable(v.boolean('group must be true or false'))),
});
