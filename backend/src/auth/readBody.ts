import type { Request } from 'express';
import type { Context } from '../request/context.js';
import { unauthenticated } from '../platform/lib/errors.js';
import { readJson } from '../request/requestBody.js';
import { authenticate, bearerToken } from './authenticate.js';

/** A body that takes longer is slow. Most bodies arrive together with their headers. */
const SLOW_MS = 1_000;

/**
 * Reads a JSON body into `request.body`. The caller was authenticated before it, so after a slow body the sign-in is
 * checked again: otherwise a request that is held open could be completed after its session or token was revoked. Throws
 * UNAUTHENTICATED.
 */
export async function readBody(ctx: Context, request: Request): Promise<void> {
  const begun = performance.now();
  await readJson(ctx, request);
  const { caller, em, requestId, resources, viewer } = ctx;
  if (!viewer || !caller || performance.now() - begun < SLOW_MS) return;
  const token = bearerToken(request.headers.authorization);
  ctx.viewer = await authenticate(resources, { em, requestId, caller }, token);
  if (!ctx.viewer) throw unauthenticated();
}
