import type { Module } from '../write/module.js';
import { ShareLinkFields, ShareLinkResolver } from './shareLink.resolver.js';
import { endShareLinks } from './shareLink.service.js';
import { SharedBoardResolver } from './sharedBoard.resolver.js';
import { sharingRoutes } from './sharing.routes.js';

export const sharingModule: Module = {
  resolvers: [ShareLinkFields, ShareLinkResolver, SharedBoardResolver],
  routes: sharingRoutes,
  reactions: { changed: [endShareLinks] },
};
