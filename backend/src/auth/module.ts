import type { Module } from '../write/module.js';
import { mailApiToken } from './apiToken.mails.js';
import { ApiTokenResolver } from './apiToken.resolver.js';
import { scanApiTokens } from './apiToken.service.js';
import { AuthResolver, UserPreferenceFields } from './auth.resolver.js';
import { AvatarResolver } from './avatar.resolver.js';
import { mailAccount, mailEmailChanged, mailPasswordReset, mailTwoFactorEnded, mailVerification } from './mail.job.js';
import { UserOwnAccountFields } from './ownAccount.resolver.js';
import { SessionSchema } from './session.entity.js';
import { SessionResolver } from './sessions.resolver.js';
import { TwoFactorResolver, UserTwoFactorFields } from './twoFactor.resolver.js';
import { apiTokenRoutes } from './apiToken.routes.js';
import { authRoutes } from './auth.routes.js';
import { avatarRoutes } from './avatar.routes.js';
import { sessionRoutes } from './session.routes.js';
import { twoFactorRoutes } from './twoFactor.routes.js';

export const authModule: Module = {
  entities: [SessionSchema],
  resolvers: [
    AuthResolver,
    UserPreferenceFields,
    TwoFactorResolver,
    UserTwoFactorFields,
    UserOwnAccountFields,
    SessionResolver,
    AvatarResolver,
    ApiTokenResolver,
  ],
  routes: [...apiTokenRoutes, ...authRoutes, ...avatarRoutes, ...sessionRoutes, ...twoFactorRoutes],
  jobs: {
    mailAccount,
    mailApiToken,
    mailEmailChanged,
    mailPasswordReset,
    mailTwoFactorEnded,
    mailVerification,
    apiTokenScan: async (resources) => void (await scanApiTokens(resources)),
  },
  crontab: ['41 * * * * apiTokenScan ?max=3'],
};
