import * as v from 'valibot';
import { LIMITS } from './limits.js';
import { optionalText, requiredText } from './text.js';

export const createNotificationSchema = v.object({
  title: requiredText('Title', LIMITS.notificationTitleMax),
  message: optionalText('Message', LIMITS.notificationMessageMax),
});
