import type { Module } from '../write/module.js';
import { mailWebhookPaused } from './webhook.mails.js';
import { WebhookFields, WebhookResolver } from './webhook.resolver.js';
import { webhookRoutes } from './webhook.routes.js';
import { startStreams } from './webhook.service.js';

export const webhooksModule: Module = {
  resolvers: [WebhookResolver, WebhookFields],
  routes: webhookRoutes,
  jobs: { mailWebhookPaused },
  reactions: { changed: [startStreams] },
};
