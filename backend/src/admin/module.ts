import type { Module } from '../write/module.js';
import { AdminResolver } from './admin.resolver.js';
import { adminRoutes } from './admin.routes.js';

export const adminModule: Module = { resolvers: [AdminResolver], routes: adminRoutes };
