import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { addCommentSchema, updateCommentSchema } from '../../contract/comments.js';
import { LIMITS } from '../../contract/limits.js';
import { idInputOf, inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf, RevisionPayload } from '../platform/graphql/write.js';
import { connectionOf } from '../platform/graphql/connection.js';
import { oneTo } from '../platform/graphql/limitWords.js';
import { Node } from '../platform/graphql/node.js';
import type { Moment } from '../platform/database/rows.js';

@ObjectType('CommentSource', { description: 'Where a copied or imported comment comes from.' })
export class CommentSourceType {
  @Field(() => String, { description: 'The name of who wrote it.' })
  name!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was written.' })
  at!: Moment;
}

@ObjectType('Comment', { implements: Node, description: 'A comment on a task.' })
export class CommentType implements Node {
  @Field(() => ID, { description: 'UUID.' })
  id!: string;

  @Field(() => ID, { description: 'The task it is on.' })
  taskId!: string;

  @Field(() => ID, { description: 'The project of the task.' })
  projectId!: string;

  @Field(() => ID, { description: 'Who wrote it.' })
  authorId!: string;

  @Field(() => String, { description: `${oneTo(LIMITS.commentMax)}; \`@username\` mentions a member.` })
  text!: string;

  @Field(() => CommentSourceType, {
    nullable: true,
    description: 'Of a comment that was copied with its task: who wrote it first. Null for all others.',
  })
  copiedFrom!: CommentSourceType | null;

  @Field(() => CommentSourceType, {
    nullable: true,
    description:
      'Of a comment that was imported: who wrote it elsewhere. Its author here is who imported it. Null for all others.',
  })
  importedFrom!: CommentSourceType | null;

  @Field(() => Int, { description: 'The project’s revision at its last change.' })
  version!: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was written.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, {
    description: 'When it was last changed; later than `createdAt` if it was edited.',
  })
  updatedAt!: Moment;
}

export const CommentConnection = connectionOf(() => CommentType, 'Comment', 'comments');

@ObjectType()
export abstract class CommentWrittenType extends RevisionPayload {
  @Field(() => CommentType, { description: 'The comment as it is now.' })
  comment!: CommentType;
}

export const AddCommentPayload = payloadOf('AddComment', CommentWrittenType);
export const UpdateCommentPayload = payloadOf('UpdateComment', CommentWrittenType);

@ObjectType({ description: 'Payload of `deleteComment`.' })
export class DeleteCommentPayload extends RevisionPayload {
  @Field(() => ID, { description: 'The id of the deleted comment.' })
  commentId!: string;

  @Field(() => ID, { description: 'The task it was on.' })
  taskId!: string;
}

const TEXT = `${oneTo(LIMITS.commentMax)}.`;

export const AddCommentInput = inputOf('AddComment', {
  ids: { taskId: 'The task.' },
  schema: addCommentSchema,
  descriptions: { id: 'A UUID that you choose for the comment, so that a repeat is recognized.', text: TEXT },
});

export const UpdateCommentInput = inputOf('UpdateComment', {
  ids: { id: 'The comment.' },
  schema: updateCommentSchema,
  descriptions: {
    text: TEXT,
    version: 'The version this change was made from. CONFLICT if the text was changed since then.',
  },
});

export const DeleteCommentInput = idInputOf('DeleteComment', 'The comment.');
