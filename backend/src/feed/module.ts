import type { Module } from '../write/module.js';
import { ChangeSetFields, FeedResolver, NotificationEventFields, UserFeedFields } from './feed.resolver.js';
import { ChangeFields } from './kinds.js';
import { ProjectChangesFields } from './pull.resolver.js';
import { SharedChangedResolver } from './sharedChanged.resolver.js';
import { feedRoutes } from './feed.routes.js';

export const feedModule: Module = {
  resolvers: [
    FeedResolver,
    ProjectChangesFields,
    ChangeSetFields,
    ChangeFields,
    UserFeedFields,
    NotificationEventFields,
    SharedChangedResolver,
  ],
  routes: feedRoutes,
};
