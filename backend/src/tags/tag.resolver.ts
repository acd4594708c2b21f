import { Args, Ctx, FieldResolver, Int, Mutation, Resolver, Root } from 'type-graphql';
import { TAGS } from '../../contract/limits.js';
import { Input, type InputWith } from '../platform/graphql/write.js';
import type { ProjectRow } from '../projects/project.reads.js';
import { ProjectType } from '../projects/project.types.js';
import type { Context } from '../request/context.js';
import { countTagged, type ListedTag, readTags } from './tag.reads.js';
import { setTagColor } from './tag.service.js';
import { SetTagColorInput, SetTagColorPayload, TagListArgsType, TagType } from './tag.types.js';

@Resolver(() => ProjectType)
export class ProjectTagFields {
  @FieldResolver(() => [TagType], {
    description: `The tags of its tasks and those with a color, up to ${TAGS.listed}: those in use most often first.`,
  })
  tags(@Root() project: ProjectRow, @Args(() => TagListArgsType) args: TagListArgsType, @Ctx() ctx: Context) {
    return readTags(ctx, project.id, args);
  }
}

@Resolver(() => TagType)
export class TagFields {
  @FieldResolver(() => Int, { description: 'The number of tasks of the project that have it.' })
  count(@Root() tag: ListedTag, @Ctx() ctx: Context) {
    return countTagged(ctx, tag);
  }
}

@Resolver()
export class TagResolver {
  @Mutation(() => SetTagColorPayload, { description: 'Gives a tag of a project a color, or removes it.' })
  setTagColor(
    @Input(SetTagColorInput, 'The project, the tag and its color.') input: InputWith<'projectId'>,
    @Ctx() ctx: Context,
  ) {
    return setTagColor(ctx, input.projectId, input);
  }
}
