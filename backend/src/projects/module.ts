import type { Module } from '../write/module.js';
import { mailInvitation } from './invitation.job.js';
import { InvitationFields, InvitationResolver, ProjectInvitationFields } from './invitation.resolver.js';
import { endInvitations } from './invitation.service.js';
import { MembershipSchema } from './membership.entity.js';
import { ProjectSchema } from './project.entity.js';
import {
  MemberWrittenFields,
  ProjectFields,
  ProjectMemberFields,
  RemoveProjectMemberFields,
} from './project.fields.js';
import { ProjectResolver, UserProjectFields } from './project.resolver.js';
import { invitationRoutes } from './invitation.routes.js';
import { projectRoutes } from './project.routes.js';
import { keepFormerKeys } from './projectKey.js';
import { presentProject } from './project.presenter.js';
import { getProject } from './project.service.js';

export const projectsModule: Module = {
  entities: [ProjectSchema, MembershipSchema],
  resolvers: [
    ProjectFields,
    ProjectMemberFields,
    InvitationFields,
    InvitationResolver,
    ProjectInvitationFields,
    MemberWrittenFields,
    RemoveProjectMemberFields,
    ProjectResolver,
    UserProjectFields,
  ],
  routes: [...invitationRoutes, ...projectRoutes],
  versioned: { project: { param: 'id', present: async (ctx, id) => presentProject(ctx, await getProject(ctx, id)) } },
  jobs: { mailInvitation },
  reactions: { changed: [endInvitations, keepFormerKeys] },
};
