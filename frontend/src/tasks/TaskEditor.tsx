import { use, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useForm, useWatch } from 'react-hook-form';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trash2 } from 'lucide-react';
import { reportError } from '../graphql/errors';
import { formatFull } from '../lib/dates';
import { PRIORITY_LABELS, STATUS_LABELS } from '../lib/text';
import { ConflictNotice } from '../projects/ConflictNotice';
import { useVersionedForm, type Versioned } from '../projects/useVersionedForm';
import { Avatar, NoAvatar } from '../ui/Avatar';
import { Button } from '../ui/Button';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { Dialog } from '../ui/Dialog';
import { notify } from '../ui/notify';
import { ProjectDot } from '../ui/ProjectDot';
import { DueDateField, PriorityField, SelectField, StatusField } from './TaskChoiceFields';
import { TaskDialogDocument, type TaskDialogQuery } from './TaskDialog.generated';
import { TaskExtraContext } from './TaskExtra';
import { editFormSchema, TASK_LABELS, toEditFields, toPatch, type EditFields } from './taskForm';
import { DescriptionField, FieldPair, TagsField, TitleField } from './TaskTextFields';
import { useDeleteTask } from './useDeleteTask';
import { useUpdateTask } from './useUpdateTask';

type EditedTask = NonNullable<TaskDialogQuery['task']>;

interface TaskEditorProps {
  task: EditedTask;
  /** It was deleted meanwhile, or its project is not the viewer's any more: it can be read, but not saved. */
  isGone: boolean;
  onClose: () => void;
  onChanged?: () => void;
}

const toVersioned = (task: EditedTask): Versioned<EditFields> => ({
  fields: toEditFields(task),
  version: task.version,
});

/** A value as people read it, for showing both sides of a conflict. */
const readable = (name: keyof EditFields, fields: EditFields, task: EditedTask): string => {
  if (name === 'status') return STATUS_LABELS[fields.status];
  if (name === 'priority') return fields.priority && PRIORITY_LABELS[fields.priority];
  if (name === 'dueDate') return fields.dueDate && new Date(fields.dueDate).toLocaleString();
  if (name !== 'assigneeId') return fields[name];
  const member = task.project.members.nodes.find(({ user }) => user.id === fields.assigneeId);
  return member?.user.name ?? (fields.assigneeId ? 'Somebody else' : 'No assignee');
};

/** A task's fields in a form that sends only what was changed. */
export const TaskEditor = ({ task, isGone, onClose, onChanged }: TaskEditorProps) => {
  const client = useApolloClient();
  const [update] = useUpdateTask();
  const [remove] = useDeleteTask();
  const [deleting, setDeleting] = useState(false);
  const renderExtra = use(TaskExtraContext);
  // Whoever deletes it here knows.
  const gone = isGone && !deleting;
  const form = useForm({ resolver: valibotResolver(editFormSchema), defaultValues: toEditFields(task) });
  const { register, control } = form;
  const { errors } = form.formState;
  const description = useWatch({ control, name: 'description' });
  const { save, saving, conflict } = useVersionedForm({
    form,
    opened: toVersioned(task),
    send: (names, output, version) => update({ id: task.id, version, ...toPatch(names, output) }),
    reload: async () => {
      const { data } = await client.query({
        query: TaskDialogDocument,
        variables: { id: task.id },
        fetchPolicy: 'network-only',
      });
      return data?.task ? toVersioned(data.task) : null;
    },
    onSaved: (changed) => {
      onClose();
      if (!changed) return;
      notify.success('Task updated successfully');
      onChanged?.();
    },
    fallback: 'Failed to update task',
  });

  const confirmDelete = async (): Promise<boolean> => {
    try {
      await remove(task.id);
    } catch (error) {
      reportError(error, { fallback: 'Failed to delete task' });
      return false;
    }
    onClose();
    notify.success('Task deleted successfully');
    onChanged?.();
    return true;
  };

  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        size="lg"
        title={
          <span className="flex min-w-0 items-center gap-2 text-sm font-normal text-ink-3">
            <ProjectDot color={task.project.color} />
            <span className="truncate">{task.project.name}</span>
            <span className="sr-only">: {task.title}</span>
          </span>
        }
        onSubmit={(event) => {
          event.preventDefault();
          if (!gone) void save();
        }}
        footer={
          gone ? (
            <Button onClick={onClose}>Close</Button>
          ) : (
            <>
              <Button className="mr-auto" variant="danger-quiet" icon={<Trash2 />} onClick={() => setDeleting(true)}>
                Delete
              </Button>
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" variant="primary" pending={saving}>
                Save Changes
              </Button>
            </>
          )
        }
      >
        {gone && (
          <p role="alert" className="rounded-md border border-caution-line bg-caution-soft px-3.5 py-3">
            This task does not exist any more, or you are not a member of its project.
          </p>
        )}
        {conflict && (
          <ConflictNotice
            fields={conflict.names.map((name) => ({
              label: TASK_LABELS[name],
              mine: readable(name, conflict.mine, task),
              theirs: readable(name, conflict.theirs, task),
            }))}
            pending={saving}
            onKeepMine={conflict.keepMine}
            onTakeTheirs={conflict.takeTheirs}
            onKeepEditing={conflict.keepEditing}
          />
        )}
        <TitleField input={register('title')} error={errors.title?.message} />
        <DescriptionField
          input={register('description')}
          error={errors.description?.message}
          length={description.length}
        />
        <PriorityField control={control} name="priority" />
        <FieldPair>
          <StatusField control={control} name="status" />
          <SelectField
            control={control}
            name="assigneeId"
            label="Assignee"
            placeholder="No assignee"
            items={[
              { value: '', label: 'No assignee', icon: <NoAvatar decorative /> },
              ...task.project.members.nodes.map(({ user }) => ({
                value: user.id,
                label: user.name,
                icon: <Avatar user={user} decorative />,
              })),
            ]}
          />
          <DueDateField control={control} name="dueDate" />
          <TagsField input={register('tags')} error={errors.tags?.message} />
        </FieldPair>
        <p className="text-xs text-ink-3">
          Created by {task.creator.name} on {formatFull(task.createdAt)}. Last changed on {formatFull(task.updatedAt)}.
        </p>
        {!isGone && renderExtra(task.id)}
      </Dialog>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title="Delete task?"
        confirmLabel="Delete task"
        onConfirm={confirmDelete}
      >
        <p className="wrap-anywhere">
          <strong className="font-medium">{task.title}</strong> will be gone for every member of the project.
        </p>
      </ConfirmDialog>
    </>
  );
};
