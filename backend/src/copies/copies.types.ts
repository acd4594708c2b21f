import {
  copiedPartsSchema,
  createProjectSchema,
  duplicateProjectSchema,
  duplicateTaskSchema,
} from '../../contract/projects.js';
import { LIMITS } from '../../contract/limits.js';
import { inputObjectOf, inputOf } from '../platform/graphql/inputOf.js';
import { count, oneTo } from '../platform/graphql/limitWords.js';
import { payloadOf } from '../platform/graphql/write.js';
import { ProjectWrittenType } from '../projects/project.types.js';
import { TaskWrittenType } from '../tasks/task.types.js';

const CHOSEN_PROJECT = 'A UUID that you choose for the project, so that a repeat is recognized.';
const KEY =
  'Begins the keys of its tasks: 2 to 6 letters and digits. By default made of the name. Your projects have different keys.';
const NAME = oneTo(LIMITS.projectNameMax);
const DATES_FROM =
  'A day like 2027-01-04: all dates move so that the first one falls on it, and times keep their hour in your time zone. By ' +
  'default, dates stay.';

export const CreateProjectInput = inputOf('CreateProject', {
  schema: createProjectSchema,
  descriptions: {
    id: CHOSEN_PROJECT,
    name: `${NAME}.`,
    description: `Up to ${count(LIMITS.projectDescriptionMax)} characters.`,
    color: 'As `#rrggbb`; by default that of the template, or one of eight colors.',
    key: KEY,
    templateId: 'A project of yours that is a template, whose columns, tasks, checklists, files and views it gets.',
    datesFrom: `With a template. ${DATES_FROM}`,
  },
});
export const CreateProjectPayload = payloadOf('CreateProject', ProjectWrittenType);

const CopiedPartsInput = inputObjectOf('CopiedParts', 'What is copied besides the columns of a project.', {
  schema: copiedPartsSchema,
  descriptions: {
    tasks:
      'Its tasks, with their relations and subtasks. Tasks that are done are open again, in the first column of what is to do.',
    checklists: 'The checklists of the tasks, unticked.',
    comments: 'The comments on the tasks, as yours: `copiedFrom` says who wrote them, and when.',
    files: 'The files of the tasks.',
    members: 'Its members, with their roles. You become an OWNER. Without them, tasks stay assigned only to you.',
    views: 'The views of it that you have saved, as far as you have room for more.',
  },
});

export const DuplicateProjectInput = inputOf('DuplicateProject', {
  ids: { projectId: 'The project to copy.' },
  schema: duplicateProjectSchema,
  descriptions: {
    id: CHOSEN_PROJECT,
    name: `${NAME}. By default the name of the project with the word “copy”.`,
    key: KEY,
    with: { type: CopiedPartsInput, description: 'What to copy; by default tasks, checklists and files.' },
    datesFrom: DATES_FROM,
  },
});
export const DuplicateProjectPayload = payloadOf('DuplicateProject', ProjectWrittenType);

export const DuplicateTaskInput = inputOf('DuplicateTask', {
  ids: { taskId: 'The task to copy.' },
  schema: duplicateTaskSchema,
  descriptions: { id: 'A UUID that you choose for the copy, so that a repeat is recognized.' },
});
export const DuplicateTaskPayload = payloadOf('DuplicateTask', TaskWrittenType);
