import type { Module } from '../write/module.js';
import { UserSchema } from './user.entity.js';
import { UserResolver } from './user.resolver.js';
import { UserFields } from './user.types.js';
import { userRoutes } from './user.routes.js';

export const usersModule: Module = {
  entities: [UserSchema],
  resolvers: [UserFields, UserResolver],
  routes: userRoutes,
};
