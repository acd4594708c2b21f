import { invitationTokenSchema } from '../../contract/invitations.js';
import { requireViewer } from '../request/context.js';
import { readInvitations, readSuggestedMembers } from './invitation.reads.js';
import { previewInvitation } from './invitationLink.service.js';
import { presentInvitation } from './project.presenter.js';
import { getProject } from './project.service.js';
import { presentPublicUser } from '../users/user.presenter.js';
import { answerPage, call, listOf, objectOf, paging, write, type Row } from '../request/restRow.js';

/** Asking people to join. */
export const invitationRoutes: readonly Row[] = [
  call('get', '/projects/:id/invitations', 'project', {
    summary: 'The pending and expired invitations of a project, newest first',
    operationId: 'projectInvitations',
    closedField: 'Project.invitations',
    paged: true,
    answer: listOf('Invitation'),
    refuses: ['FORBIDDEN'],
    run: async (ctx, { params, query }) =>
      answerPage(await readInvitations(ctx, await getProject(ctx, params['id']), paging(query)), (row) =>
        presentInvitation(ctx, row),
      ),
  }),
  write('post', '/projects/:id/invitations', 'inviteMember', 'Invite someone by mail', {
    status: 201,
    params: { id: 'projectId' },
    refuses: ['FORBIDDEN', 'RATE_LIMITED'],
  }),
  write(
    'post',
    '/projects/:id/invitations/:invitationId/resend',
    'resendInvitation',
    'Resend an invitation and renew it',
    { params: { id: 'projectId' }, refuses: ['FORBIDDEN', 'RATE_LIMITED'] },
  ),
  write('delete', '/projects/:id/invitations/:invitationId', 'revokeInvitation', 'Revoke an invitation', {
    params: { id: 'projectId' },
    refuses: ['FORBIDDEN'],
  }),
  call('get', '/projects/:id/suggested-members', 'project', {
    summary: 'People who share another project with you and are not members of this one, by name',
    operationId: 'projectSuggestedMembers',
    paged: true,
    answer: listOf('FoundUser'),
    refuses: ['FORBIDDEN'],
    run: async (ctx, { params, query }) =>
      answerPage(
        await readSuggestedMembers(ctx, requireViewer(ctx), await getProject(ctx, params['id']), paging(query)),
        presentPublicUser,
      ),
  }),
  call('post', '/invitations/preview', 'invitation', {
    summary: 'Preview an invitation by the token of its link',
    body: invitationTokenSchema,
    answer: objectOf('InvitationPreview'),
    cost: 1,
    refuses: ['RATE_LIMITED'],
    run: (ctx, { body }) => previewInvitation(ctx, body),
  }),
  write('post', '/invitations/accept', 'acceptInvitation', 'Join a project with the token of an invitation link', {
    refuses: ['FORBIDDEN', 'RATE_LIMITED'],
  }),
];
