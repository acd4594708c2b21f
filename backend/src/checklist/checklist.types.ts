import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { CHECKLIST } from '../../contract/limits.js';
import { oneTo } from '../kernel/graphql/limitWords.js';
import { payloadOf, RevisionPayload, WriteInput } from '../kernel/graphql/write.js';
import type { Moment } from '../kernel/rows.js';

const TEXT = `${oneTo(CHECKLIST.textMax)}.`;

@ObjectType('ChecklistItem', { description: 'One thing to do within a task.' })
export class ChecklistItemType {
  @Field(() => ID, { description: 'UUID.' })
  id!: string;

  @Field(() => ID, { description: 'The task.' })
  taskId!: string;

  @Field(() => ID, { description: 'The project of the task.' })
  projectId!: string;

  @Field(() => String, { description: TEXT })
  text!: string;

  @Field(() => Boolean, { description: 'Is it ticked?' })
  done!: boolean;

  @Field(() => String, { description: 'Its place in the checklist: compare by bytes, then by id.' })
  rank!: string;

  @Field(() => Int, { description: 'The project’s revision that last changed it.' })
  version!: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was made.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was last changed.' })
  updatedAt!: Moment;
}

@ObjectType()
export abstract class ChecklistItemWrittenType extends RevisionPayload {
  @Field(() => ChecklistItemType, { description: 'The item as it is now.' })
  checklistItem!: ChecklistItemType;
}

export const AddChecklistItemPayload = payloadOf('AddChecklistItem', ChecklistItemWrittenType);
export const UpdateChecklistItemPayload = payloadOf('UpdateChecklistItem', ChecklistItemWrittenType);
export const MoveChecklistItemPayload = payloadOf('MoveChecklistItem', ChecklistItemWrittenType);

@ObjectType({ description: 'What `addChecklistItems` answers.' })
export class AddChecklistItemsPayload extends RevisionPayload {
  @Field(() => [ChecklistItemType], {
    description: 'The new items, in the order given; of a repeat those that are left.',
  })
  checklistItems!: ChecklistItemType[];
}

@ObjectType({ description: 'What `deleteChecklistItem` answers.' })
export class DeleteChecklistItemPayload extends RevisionPayload {
  @Field(() => ID, { description: 'The item that is gone.' })
  checklistItemId!: string;

  @Field(() => ID, { description: 'The task it belonged to.' })
  taskId!: string;
}

@InputType({ description: 'Input of `addChecklistItem`.' })
export class AddChecklistItemInput extends WriteInput {
  @Field(() => ID, { nullable: true, description: 'A UUID of your own for the item, so that a repeat is recognised.' })
  id?: string | null;

  @Field(() => ID, { description: 'The task.' })
  taskId!: string;

  @Field(() => String, { description: TEXT })
  text!: string;
}

@InputType({ description: 'One of several new items.' })
class NewChecklistItemInput {
  @Field(() => ID, { nullable: true, description: 'A UUID of your own for the item.' })
  id?: string | null;

  @Field(() => String, { description: TEXT })
  text!: string;
}

@InputType({ description: 'Input of `addChecklistItems`. Messages of refusals stand at places like `items.2.text`.' })
export class AddChecklistItemsInput extends WriteInput {
  @Field(() => ID, { description: 'The task.' })
  taskId!: string;

  @Field(() => [NewChecklistItemInput], {
    description: `In the order in which they are to stand; a checklist has up to ${CHECKLIST.max}.`,
  })
  items!: NewChecklistItemInput[];
}

@InputType()
abstract class OneItemInput extends WriteInput {
  @Field(() => ID, { description: 'The item.' })
  id!: string;

  @Field(() => ID, { nullable: true, description: 'Its task: where it is given, an item of another one is NOT_FOUND.' })
  taskId?: string | null;
}

@InputType({ description: 'Input of `updateChecklistItem`: only the fields to change.' })
export class UpdateChecklistItemInput extends OneItemInput {
  @Field(() => String, { nullable: true, description: TEXT })
  text?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Is it ticked?' })
  done?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The version this change was made from. Fields changed by others since then to something else: CONFLICT.',
  })
  version?: number | null;
}

@InputType({ description: 'Input of `moveChecklistItem`. With neither neighbour the item goes to the end.' })
export class MoveChecklistItemInput extends OneItemInput {
  @Field(() => ID, { nullable: true, description: 'The item right above the place. One that is gone is ignored.' })
  afterId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The item right below the place.' })
  beforeId?: string | null;
}

@InputType({ description: 'Input of `deleteChecklistItem`.' })
export class DeleteChecklistItemInput extends OneItemInput {}
