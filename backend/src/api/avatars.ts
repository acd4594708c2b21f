import { type RequestHandler, Router } from 'express';
import { isUuid } from '../../contract/uuid.js';
import { readPicture } from '../auth/avatar.service.js';
import { addressKey } from '../platform/http/address.js';
import type { Resources } from '../request/context.js';
import { notFound } from '../platform/lib/errors.js';
import { limitCost } from '../request/rates.js';
import { rateHeaders } from './rateHeaders.js';

const send =
  (resources: Resources): RequestHandler<{ id: string }> =>
  async ({ params: { id }, ip }, response) => {
    const caller = { address: addressKey(ip), device: null, onRate: rateHeaders(response) };
    await limitCost({ resources, caller, viewer: null }, 1);
    const picture = isUuid(id) ? await readPicture(resources, id) : null;
    if (!picture) throw notFound('Picture');
    response.set('Cache-Control', 'private, max-age=31536000, immutable').type('webp').send(picture);
  };

/** Serves avatars. `<img>` cannot send a token, so the random URL is the secret. Its content never changes. */
export function avatars(resources: Resources): Router {
  const router = Router();
  router.get('/:id.webp', send(resources));
  router.use(() => {
    throw notFound('Picture');
  });
  return router;
}
