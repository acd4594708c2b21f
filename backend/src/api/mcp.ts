import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { RequestHandler } from 'express';
import { readBody } from '../auth/readBody.js';
import { CONTEXT, mcpServerFactory } from '../mcp/mcpServer.js';
import { AppError, badRequest, forbidden, unauthenticated } from '../platform/lib/errors.js';
import { requireJson } from '../platform/http/jsonType.js';
import { type Context, requireActive, type Resources } from '../request/context.js';
import { COST } from '../request/cost.js';
import { limitCost } from '../request/rates.js';
import type { ContextOf } from './rest/router.js';

export const MCP_PATH = '/mcp';

/**
 * Charges a message before it is handled, because most are answered without a tool. A tool call costs more when it
 * runs. Throws BAD_REQUEST for several messages at once, which the supported revisions of the protocol do not allow.
 */
async function chargeMessage(ctx: Context, body: unknown): Promise<void> {
  if (Array.isArray(body)) throw badRequest('Send one message in a request');
  const { method } = (body ?? {}) as { method?: unknown };
  await limitCost(ctx, method === 'tools/list' ? COST.tools : 1);
}

/**
 * Model Context Protocol over streamable HTTP, revisions 2026-07-28 and 2025-11-25, without sessions. Programs authenticate
 * with their token. Pages of other sites are refused, unless they are allowed (DNS rebinding).
 */
export function mcp({ env, log }: Resources, contextOf: ContextOf): RequestHandler {
  const handler = createMcpHandler(mcpServerFactory, {
    maxSubscriptions: 0,
    onerror: (error) => log.debug({ err: error }, 'a request of an agent was refused'),
  });
  const serve = toNodeHandler(handler);
  const own = new URL(env.publicUrl).origin;
  return async (request, response) => {
    const origin = request.get('Origin');
    if (origin !== undefined && origin !== own && !env.allowedOrigins.has(origin)) {
      throw forbidden('This origin is not allowed');
    }
    response.set('Cache-Control', 'no-store');
    if (request.method !== 'POST') {
      response.set('Allow', 'POST');
      throw new AppError('METHOD_NOT_ALLOWED', 'This takes POST');
    }
    const ctx = await contextOf(request, response);
    if (!ctx.viewer?.program) throw unauthenticated('Send a program token as Authorization: Bearer');
    requireActive(ctx, { allowPendingDeletion: false });
    requireJson(request, response);
    await readBody(ctx, request);
    await chargeMessage(ctx, request.body);
    const asked = Object.assign(request as IncomingMessage, {
      auth: { token: '', clientId: ctx.viewer.program.tokenId, scopes: [], extra: { [CONTEXT]: ctx } },
    });
    await serve(asked, response as ServerResponse, request.body as unknown);
  };
}
