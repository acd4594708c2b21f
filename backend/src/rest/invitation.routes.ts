import { invitationTokenSchema, inviteMemberSchema } from '../../contract/invitations.js';
import { requireViewer } from '../kernel/context.js';
import { readInvitations, readSuggestedMembers } from '../projects/invitation.reads.js';
import { inviteMember, resendInvitation, revokeInvitation } from '../projects/invitation.service.js';
import { acceptInvitation, previewInvitation } from '../projects/invitationLink.service.js';
import { presentInvitation, presentMember } from '../projects/project.presenter.js';
import { getProject } from '../projects/project.service.js';
import { presentFound } from '../users/user.presenter.js';
import { listOf, objectOf } from './answers.js';
import { answerPage, call, paging, type Route } from './route.js';

/** Asking people to join. */
export const invitationRoutes: readonly Route[] = [
  call('get', '/projects/:id/invitations', 'project', {
    summary: 'The invitations that nobody has accepted yet, newest first',
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
  call('post', '/projects/:id/invitations', 'inviteMember', {
    status: 201,
    summary: 'Invite somebody by mail',
    body: inviteMemberSchema,
    answer: objectOf('Invitation'),
    refuses: ['FORBIDDEN', 'RATE_LIMITED'],
    run: async (ctx, { params, body }) =>
      presentInvitation(ctx, (await inviteMember(ctx, params['id'], body)).invitation),
  }),
  call('post', '/projects/:id/invitations/:invitationId/resend', 'resendInvitation', {
    summary: 'Mail an invitation once more, and renew it',
    answer: objectOf('Invitation'),
    refuses: ['FORBIDDEN', 'RATE_LIMITED'],
    run: async (ctx, { params }) =>
      presentInvitation(ctx, (await resendInvitation(ctx, params['id'], params['invitationId'])).invitation),
  }),
  call('delete', '/projects/:id/invitations/:invitationId', 'revokeInvitation', {
    summary: 'End an invitation',
    refuses: ['FORBIDDEN'],
    run: (ctx, { params }) => revokeInvitation(ctx, params['id'], params['invitationId']),
  }),
  call('get', '/projects/:id/suggested-members', 'project', {
    summary: 'People you share another project with who are no members of this one, by name',
    operationId: 'projectSuggestedMembers',
    paged: true,
    answer: listOf('FoundUser'),
    refuses: ['FORBIDDEN'],
    run: async (ctx, { params, query }) =>
      answerPage(
        await readSuggestedMembers(ctx, requireViewer(ctx), await getProject(ctx, params['id']), paging(query)),
        presentFound,
      ),
  }),
  call('post', '/invitations/preview', 'invitation', {
    public: true,
    summary: 'What an invitation is about, by the token of its link',
    body: invitationTokenSchema,
    answer: objectOf('InvitationPreview'),
    cost: 1,
    refuses: ['RATE_LIMITED'],
    run: (ctx, { body }) => previewInvitation(ctx, body),
  }),
  call('post', '/invitations/accept', 'acceptInvitation', {
    summary: 'Join a project by the token of an invitation’s link',
    body: invitationTokenSchema,
    answer: objectOf('ProjectMember'),
    refuses: ['FORBIDDEN', 'RATE_LIMITED'],
    run: async (ctx, { body }) => presentMember(ctx, (await acceptInvitation(ctx, body)).member),
  }),
];
