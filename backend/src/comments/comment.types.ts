import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { LIMITS } from '../../contract/limits.js';
import { idInputOf, payloadOf, RevisionPayload, WriteInput } from '../kernel/graphql/write.js';
import { connectionOf } from '../kernel/graphql/connection.js';
import { oneTo } from '../kernel/graphql/limitWords.js';
import { Node } from '../kernel/graphql/node.js';
import type { Moment } from '../kernel/rows.js';

@ObjectType('Comment', { implements: Node, description: 'What somebody said about a task.' })
export class CommentType implements Node {
  @Field(() => ID, { description: 'UUID.' })
  id!: string;

  @Field(() => ID, { description: 'The task it is about.' })
  taskId!: string;

  @Field(() => ID, { description: 'The project of the task.' })
  projectId!: string;

  @Field(() => ID, { description: 'Who wrote it.' })
  authorId!: string;

  @Field(() => String, { description: `${oneTo(LIMITS.commentMax)}; \`@username\` mentions a member.` })
  text!: string;

  @Field(() => Int, { description: 'The project’s revision that last changed it.' })
  version!: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was written.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was last changed; later than `createdAt` when edited.' })
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

@ObjectType({ description: 'What `deleteComment` answers.' })
export class DeleteCommentPayload extends RevisionPayload {
  @Field(() => ID, { description: 'The comment that is gone.' })
  commentId!: string;

  @Field(() => ID, { description: 'The task it was about.' })
  taskId!: string;
}

@InputType({ description: 'Input of `addComment`.' })
export class AddCommentInput extends WriteInput {
  @Field(() => ID, {
    nullable: true,
    description: 'A UUID of your own for the comment, so that a repeat is recognised.',
  })
  id?: string | null;

  @Field(() => ID, { description: 'The task.' })
  taskId!: string;

  @Field(() => String, { description: `${oneTo(LIMITS.commentMax)}.` })
  text!: string;
}

@InputType({ description: 'Input of `updateComment`.' })
export class UpdateCommentInput extends WriteInput {
  @Field(() => ID, { description: 'The comment.' })
  id!: string;

  @Field(() => String, { description: `${oneTo(LIMITS.commentMax)}.` })
  text!: string;

  @Field(() => Int, { nullable: true, description: 'The version this change was made from; changed since: CONFLICT.' })
  version?: number | null;
}

export const DeleteCommentInput = idInputOf('DeleteComment', 'The comment.');
