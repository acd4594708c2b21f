import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { SHARE_LINKS } from '../../contract/limits.js';
import { createShareLinkSchema } from '../../contract/shareLinks.js';
import type { Moment } from '../platform/database/rows.js';
import { orNull } from '../platform/graphql/describe.js';
import { inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf, RevisionPayload } from '../platform/graphql/write.js';

const EXPIRES = 'When it expires; null if it does not.';
const INITIALS = 'Whether it shows the initials of assignees.';

@ObjectType('ShareLink', { description: 'A link that shows a project to everyone who has it.' })
export class ShareLinkType {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => ID, { description: 'The owner who created it.' })
  creatorId!: string;

  @Field(() => String, orNull('The name that the view had whose filter it copied; null if it shows all tasks.'))
  viewName!: string | null;

  @Field(() => Boolean, { description: 'Whether visitors need a password.' })
  hasPassword!: boolean;

  @Field(() => Boolean, { description: INITIALS })
  initials!: boolean;

  @Field(() => String, { description: 'The last characters of its address, to tell links apart.' })
  ending!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was created.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, orNull(`${EXPIRES} Can be in the past.`))
  expiresAt!: Moment | null;
}

@ObjectType()
abstract class ShareLinkCreatedType extends RevisionPayload {
  @Field(() => String, { description: 'Its address, to give to visitors. Returned only here.' })
  url!: string;

  @Field(() => ShareLinkType, { description: 'The stored link.' })
  shareLink!: ShareLinkType;
}

export const CreateShareLinkPayload = payloadOf('CreateShareLink', ShareLinkCreatedType);

@ObjectType({ description: 'Payload of `revokeShareLink`.' })
export class RevokeShareLinkPayload extends RevisionPayload {
  @Field(() => ID, { description: 'The revoked link.' })
  shareLinkId!: string;
}

export const CreateShareLinkInput = inputOf('CreateShareLink', {
  ids: { projectId: 'The project.' },
  schema: createShareLinkSchema,
  descriptions: {
    viewId: 'A saved view of yours. The link copies its filter; null or absent for all tasks of the project.',
    expiresAt: 'When it expires; null or absent for never.',
    password: `A password that visitors need; null or absent for none. It opens the link for ${SHARE_LINKS.openHours} hours.`,
    initials: `${INITIALS} False by default.`,
  },
});

export const RevokeShareLinkInput = inputOf('RevokeShareLink', {
  ids: { id: 'The link.', projectId: { nullable: true, description: 'Its project. NOT_FOUND if it is another one.' } },
});
