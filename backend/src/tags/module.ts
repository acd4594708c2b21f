import type { Module } from '../write/module.js';
import { ProjectTagFields, TagFields, TagResolver } from './tag.resolver.js';
import { tagRoutes } from './tag.routes.js';

export const tagsModule: Module = {
  resolvers: [ProjectTagFields, TagFields, TagResolver],
  routes: tagRoutes,
};
