import { ArgsType, Field, ObjectType } from 'type-graphql';
import { TAGS } from '../../contract/limits.js';
import { setTagColorSchema } from '../../contract/tags.js';
import { orNull } from '../platform/graphql/describe.js';
import { inputOf } from '../platform/graphql/inputOf.js';
import { RevisionPayload } from '../platform/graphql/write.js';
import type { ListedTag } from './tag.reads.js';

const COLOR = 'As `#rrggbb`; null for none.';

@ObjectType('Tag', { description: 'A tag of a project. It exists while a task has it, or while it has a color.' })
export class TagType {
  @Field(() => String, { description: 'Unlike the other tags of the project; case counts.' })
  name!: string;

  @Field(() => String, orNull(COLOR))
  color!: string | null;
}

@ArgsType()
export class TagListArgsType {
  @Field(() => Boolean, orNull('Only those with a color, by name. This reads no tasks.'))
  colored?: boolean | null;
}

@ObjectType({ description: 'Payload of `setTagColor`.' })
export class SetTagColorPayload extends RevisionPayload {
  @Field(() => TagType, { description: 'The tag as it is now.' })
  tag!: ListedTag;
}

export const SetTagColorInput = inputOf('SetTagColor', {
  ids: { projectId: 'The project.' },
  schema: setTagColorSchema,
  descriptions: {
    name: 'The tag: up to 30 characters, without commas. It need not be on a task yet.',
    color: `${COLOR} Up to ${TAGS.colored} tags of a project can have one.`,
  },
});
