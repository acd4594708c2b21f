import { Ctx, Mutation, Resolver } from 'type-graphql';
import { COPIES } from '../../contract/limits.js';
import { count } from '../platform/graphql/limitWords.js';
import { Input, type InputWith, type WriteInput } from '../platform/graphql/write.js';
import type { Context } from '../request/context.js';
import {
  CreateProjectInput,
  CreateProjectPayload,
  DuplicateProjectInput,
  DuplicateProjectPayload,
  DuplicateTaskInput,
  DuplicateTaskPayload,
} from './copies.types.js';
import { duplicateTask } from './duplicateTask.service.js';
import { createProject, duplicateProject } from './newProject.service.js';

@Resolver()
export class CopiesResolver {
  @Mutation(() => CreateProjectPayload, { description: 'Creates a project; you become its OWNER.' })
  createProject(@Input(CreateProjectInput, 'The new project.') input: WriteInput, @Ctx() ctx: Context) {
    return createProject(ctx, input);
  }

  @Mutation(() => DuplicateProjectPayload, {
    description:
      `Copies a project with up to ${count(COPIES.tasks)} tasks; you become the OWNER of the copy. It appears when it is ` +
      'complete. No one is notified of its tasks.',
  })
  duplicateProject(
    @Input(DuplicateProjectInput, 'The project, and what to copy.') input: InputWith<'projectId'>,
    @Ctx() ctx: Context,
  ) {
    return duplicateProject(ctx, input.projectId, input);
  }

  @Mutation(() => DuplicateTaskPayload, {
    description:
      'Copies a task, below it: with its subtasks, checklists (unticked), files, tags, dates and assignees, and open if it is ' +
      'done. Comments and relations are not copied.',
  })
  duplicateTask(@Input(DuplicateTaskInput, 'The task.') input: InputWith<'taskId'>, @Ctx() ctx: Context) {
    return duplicateTask(ctx, input.taskId, input);
  }
}
