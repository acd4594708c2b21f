import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import {
  addChecklistItemSchema,
  addChecklistItemsSchema,
  moveChecklistItemSchema,
  turnIntoTaskSchema,
  updateChecklistItemSchema,
} from '../../contract/checklist.js';
import { CHECKLIST } from '../../contract/limits.js';
import { inputObjectOf, inputOf } from '../platform/graphql/inputOf.js';
import { TaskWrittenType } from '../tasks/task.types.js';
import { oneTo } from '../platform/graphql/limitWords.js';
import { payloadOf, RevisionPayload } from '../platform/graphql/write.js';
import type { Moment } from '../platform/database/rows.js';

const TEXT = `${oneTo(CHECKLIST.textMax)}.`;

@ObjectType('ChecklistItem', { description: 'An item of a task’s checklist.' })
export class ChecklistItemType {
  @Field(() => ID, { description: 'UUID.' })
  id!: string;

  @Field(() => ID, { description: 'The task.' })
  taskId!: string;

  @Field(() => ID, { description: 'The project of the task.' })
  projectId!: string;

  @Field(() => String, { description: TEXT })
  text!: string;

  @Field(() => Boolean, { description: 'Whether it is checked.' })
  done!: boolean;

  @Field(() => String, { description: 'Its place in the checklist. Compare by bytes, then by id.' })
  rank!: string;

  @Field(() => Int, { description: 'The project’s revision at its last change.' })
  version!: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was created.' })
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

@ObjectType({ description: 'Payload of `addChecklistItems`.' })
export class AddChecklistItemsPayload extends RevisionPayload {
  @Field(() => [ChecklistItemType], {
    description: 'The new items, in the order given. A repeat returns those that still exist.',
  })
  checklistItems!: ChecklistItemType[];
}

@ObjectType({ description: 'Payload of `deleteChecklistItem`.' })
export class DeleteChecklistItemPayload extends RevisionPayload {
  @Field(() => ID, { description: 'The id of the deleted item.' })
  checklistItemId!: string;

  @Field(() => ID, { description: 'The task it belonged to.' })
  taskId!: string;
}

@ObjectType({ description: 'Payload of `turnIntoTask`.' })
export class TurnIntoTaskPayload extends TaskWrittenType {
  @Field(() => ID, { description: 'The id of the item, which is deleted.' })
  checklistItemId!: string;
}

export const AddChecklistItemInput = inputOf('AddChecklistItem', {
  ids: { taskId: 'The task.' },
  schema: addChecklistItemSchema,
  descriptions: { id: 'A UUID that you choose for the item, so that a repeat is recognized.', text: TEXT },
});

const NewChecklistItemInput = inputObjectOf('NewChecklistItemInput', 'One of several new items.', {
  schema: addChecklistItemSchema,
  descriptions: { id: 'A UUID that you choose for the item.', text: TEXT },
});

export const AddChecklistItemsInput = inputOf('AddChecklistItems', {
  description: 'Input of `addChecklistItems`. Errors have paths like `items.2.text`.',
  ids: { taskId: 'The task.' },
  schema: addChecklistItemsSchema,
  descriptions: {
    items: {
      type: [NewChecklistItemInput],
      description: `In order; a checklist has up to ${CHECKLIST.max} items.`,
    },
  },
});

const ITEM_IDS = {
  id: 'The item.',
  taskId: { nullable: true, description: 'Its task. NOT_FOUND if it is given and the item belongs to another task.' },
};

export const UpdateChecklistItemInput = inputOf('UpdateChecklistItem', {
  description: 'Input of `updateChecklistItem`: only the fields to change.',
  ids: ITEM_IDS,
  schema: updateChecklistItemSchema,
  descriptions: {
    text: TEXT,
    done: 'Whether it is checked.',
    version:
      'The version this change was made from. CONFLICT if one of these fields was changed to a different value since then.',
  },
});

export const MoveChecklistItemInput = inputOf('MoveChecklistItem', {
  description: 'Input of `moveChecklistItem`. Without neighbors the item goes to the end.',
  ids: ITEM_IDS,
  schema: moveChecklistItemSchema,
  descriptions: {
    afterId: 'The item directly above. Ignored if it is deleted.',
    beforeId: 'The item directly below.',
  },
});

export const DeleteChecklistItemInput = inputOf('DeleteChecklistItem', { ids: ITEM_IDS });

export const TurnIntoTaskInput = inputOf('TurnIntoTask', {
  ids: {
    itemId: 'The item.',
    taskId: { nullable: true, description: 'Its task; NOT_FOUND if the item is of another one.' },
  },
  schema: turnIntoTaskSchema,
  descriptions: { id: 'A UUID that you choose for the task, so that a repeat is recognized.' },
});
