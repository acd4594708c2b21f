import { longJob } from '../platform/jobs/addJob.js';
import type { Module } from '../write/module.js';
import { mailAccountInvitation } from './accountInvitation.service.js';
import { deleteDueAccounts } from './accountDeletion.job.js';
import { AccountDeletionResolver, UserDeletionFields } from './accountDeletion.resolver.js';
import { RegistrationResolver } from './registration.resolver.js';
import { accountDeletionRoutes } from './accountDeletion.routes.js';
import { registrationRoutes } from './registration.routes.js';

export const accountsModule: Module = {
  resolvers: [RegistrationResolver, AccountDeletionResolver, UserDeletionFields],
  routes: [...accountDeletionRoutes, ...registrationRoutes],
  jobs: { mailAccountInvitation, accountDeletions: async (resources) => void (await deleteDueAccounts(resources)) },
  crontab: [longJob('*/5 * * * *', 'accountDeletions')],
};
