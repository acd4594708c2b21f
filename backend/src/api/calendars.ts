import { type RequestHandler, Router } from 'express';
import { openCalendar } from '../calendars/openCalendar.js';
import { abortOnDisconnect } from '../platform/http/abortOnDisconnect.js';
import { addressKey } from '../platform/http/address.js';
import { CALENDAR_PATH } from '../platform/http/loggedUrl.js';
import { newContext, type Resources } from '../request/context.js';
import { rateHeaders } from './rateHeaders.js';
import { sendTagged } from './rest/entityTags.js';

const send =
  (resources: Resources): RequestHandler<{ token: string }> =>
  async (request, response) => {
    const caller = {
      address: addressKey(request.ip),
      device: null,
      abandoned: abortOnDisconnect(response),
      onRate: rateHeaders(response),
    };
    const file = await openCalendar(newContext(resources, { viewer: null, caller }), request.params.token);
    response.set('Cache-Control', 'private, no-cache').type('text/calendar; charset=utf-8');
    sendTagged(request, response, file);
  };

/** Serves calendar feeds. Calendars cannot send a token, so the random address is the secret. */
export function calendars(resources: Resources): Router {
  const router = Router();
  router.get(`${CALENDAR_PATH}/:token.ics`, send(resources));
  return router;
}
