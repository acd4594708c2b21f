import { me } from '../../auth/auth.service.js';
import { asksForVerification, readOwnAccount } from '../../auth/ownAccount.reads.js';
import { readTwoFactor } from '../../auth/twoFactor.reads.js';
import { readPositions } from '../../feed/changeSets.js';
import { readHasPassword } from '../../oidc/hasPassword.js';
import { readEpoch } from '../../platform/database/epoch.js';
import { readLastProject } from '../../projects/project.reads.js';
import { requireViewer } from '../../request/context.js';
import { call, oneOf, type Row } from '../../request/restRow.js';
import { presentUser } from '../../users/user.presenter.js';

/** The signed-in person, with fields of several modules. */
export const meRoutes: readonly Row[] = [
  call('get', '/auth/me', 'me', {
    summary: 'The signed-in person',
    allowPendingDeletion: true,
    answer: oneOf('Me', 'MeLeaving'),
    run: async (ctx) => {
      const user = await me(ctx);
      const { deletionAt } = requireViewer(ctx);
      if (deletionAt) return { user: presentUser(ctx, user), deletionAt };
      const own = (await readTwoFactor(ctx, user.id)) ?? { twoFactor: null, recoveryCodesLeft: null };
      const hasPassword = await readHasPassword(ctx, user.id);
      const account = await readOwnAccount(ctx, user.id);
      const epoch = await readEpoch(ctx.em);
      const positions = await readPositions(ctx.em, requireViewer(ctx));
      const lastProjectId = await readLastProject(ctx.em, requireViewer(ctx));
      return {
        user: presentUser(ctx, user),
        ...own,
        hasPassword,
        emailVerifiedAt: account?.emailVerifiedAt ?? null,
        asksForVerification: asksForVerification(ctx, account),
        isAdmin: account?.isAdmin ?? null,
        deletionAt: null,
        epoch,
        positions,
        lastProjectId,
      };
    },
  }),
];
