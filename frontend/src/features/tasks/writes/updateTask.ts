import { affectObjects, defineWrite } from '../../../sync/writes/defineWrite';
import { readTitle } from '../model/readTask';
import { applyTask, patchTask } from '../model/taskCache';
import { changedFields, showText, toPatch } from './showNewTask';
import { UpdateTaskDocument } from './TaskWrites.generated';

const DATES = ['startDate', 'dueDate'];

export const updateTask = defineWrite({
  document: UpdateTaskDocument,
  // Sent in order: a field can be changed faster than the server answers, and the last value must win.
  serialize: (input) => {
    const fields = changedFields(input);
    // A start is checked against the due date.
    return `task:${input.id}:${fields.some((name) => DATES.includes(name)) ? 'dates' : fields.join()}`;
  },
  show: (layer, { id, version: _version, mutationId: _mutationId, ...fields }, { at }) => {
    patchTask(layer, id, () => toPatch(layer, fields), at);
    if (fields.description != null) showText(layer, id, fields.description);
  },
  apply: (cache, { updateTask: { task, revision } }, { description }) => {
    if (description != null) showText(cache, task.id, description, revision);
    applyTask(cache, task);
  },
  queue: {
    effect: (input) => affectObjects([input.id], changedFields(input)),
    title: (cache, { id }) => readTitle(cache, id),
    editable: ({ title, description }) => (title != null ? 'title' : description != null ? 'description' : undefined),
    versions: ({ updateTask: { task, revision } }) => ({ [task.id]: revision }),
  },
});
