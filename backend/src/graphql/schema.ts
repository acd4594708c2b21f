import 'reflect-metadata';
import { defaultFieldResolver, type GraphQLObjectType, type GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { AuthResolver } from '../auth/auth.resolver.js';
import { DashboardResolver } from '../dashboard/dashboard.resolver.js';
import { type Context, requireViewer } from '../kernel/context.js';
import {
  AddProjectMemberFields,
  ProjectFields,
  ProjectMemberFields,
  RemoveProjectMemberFields,
  UpdateProjectMemberFields,
} from '../projects/project.fields.js';
import { ProjectResolver } from '../projects/project.resolver.js';
import { TaskFields } from '../tasks/task.fields.js';
import { TaskResolver } from '../tasks/task.resolver.js';
import { UserResolver } from '../users/user.resolver.js';
import { UserFields } from '../users/user.types.js';

/** The root fields that answer without a sign-in. Everything else is refused by construction. */
export const PUBLIC_FIELDS: ReadonlySet<string> = new Set(['register', 'login']);

/** Puts the sign-in guard before every root field that is not on the public list. */
function guard(type: GraphQLObjectType | null | undefined): void {
  for (const field of Object.values(type?.getFields() ?? {})) {
    if (PUBLIC_FIELDS.has(field.name)) continue;
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = (source, args: Record<string, unknown>, context: Context, info) => {
      requireViewer(context);
      return resolve(source, args, context, info);
    };
  }
}

/** The schema of all rooms. Rules live in the services, so TypeGraphQL validates nothing. */
export function createSchema(): GraphQLSchema {
  const schema = buildSchemaSync({
    resolvers: [
      UserFields,
      UserResolver,
      AuthResolver,
      ProjectFields,
      ProjectMemberFields,
      AddProjectMemberFields,
      UpdateProjectMemberFields,
      RemoveProjectMemberFields,
      ProjectResolver,
      TaskFields,
      TaskResolver,
      DashboardResolver,
    ],
    orphanedTypes: [],
    validate: false,
  });
  guard(schema.getQueryType());
  guard(schema.getMutationType());
  return schema;
}
