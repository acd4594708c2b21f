import { useApolloClient } from '@apollo/client/react';
import { useForm } from 'react-hook-form';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { undoButton } from '../../../sync/client/undoableActions';
import { useWrite } from '../../../sync/writes/runWrite';
import { columnsTexts } from '../../../texts/columns';
import { Dialog } from '../../../ui/Dialog';
import { notify } from '../../../ui/notify';
import { ConflictNotice } from '../ConflictNotice';
import { useVersionedForm, type Versioned } from '../useVersionedForm';
import type { ProjectColumn } from './columnCache';
import { ColumnFields } from './ColumnFields';
import { columnFormSchema, toColumnFields, type ColumnFormFields } from './columnForm';
import { updateColumn } from './columnWrites';
import { ProjectColumnsDocument } from './ProjectColumns.generated';

interface EditColumnDialogProps {
  column: ProjectColumn;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const toVersioned = (column: ProjectColumn): Versioned<ColumnFormFields> => ({
  fields: toColumnFields(column),
  version: column.version,
});

const wordsOf = (name: keyof ColumnFormFields, value: string): string => {
  if (name === 'hidden') return value === '' ? columnsTexts.no : columnsTexts.yes;
  return value;
};

/** Changes the name, color and limit of a column, or hides it. */
export const EditColumnDialog = ({ column, open, onOpenChange }: EditColumnDialogProps) => {
  const client = useApolloClient();
  const update = useWrite(updateColumn);
  const form = useForm({ resolver: valibotResolver(columnFormSchema), defaultValues: toColumnFields(column) });
  const { save, saving, conflict } = useVersionedForm({
    form,
    opened: toVersioned(column),
    send: (names, output, version) => {
      const patch = Object.fromEntries(names.map((name) => [name, output[name]]));
      return update({ id: column.id, version, ...patch });
    },
    reload: async () => {
      const { data } = await client.query({
        query: ProjectColumnsDocument,
        variables: { projectId: column.projectId },
        fetchPolicy: 'network-only',
      });
      const now = data?.project?.columns.find(({ id }) => id === column.id);
      return now ? toVersioned(now) : null;
    },
    onSaved: (written) => {
      onOpenChange(false);
      if (written) notify.success(columnsTexts.edit.done, undoButton(written.mutationId));
    },
    fallback: columnsTexts.edit.failed,
  });

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={columnsTexts.edit.title}
      form={{
        onSubmit: (event) => {
          event.preventDefault();
          void save();
        },
        submitLabel: columnsTexts.edit.submit,
        pending: saving,
        onCancel: () => onOpenChange(false),
      }}
    >
      {conflict && (
        <ConflictNotice
          fields={conflict.names.map((name) => ({
            label: columnsTexts.fields[name],
            mine: wordsOf(name, conflict.mine[name]),
            theirs: wordsOf(name, conflict.theirs[name]),
          }))}
          pending={saving}
          onKeepMine={conflict.keepMine}
          onTakeTheirs={conflict.takeTheirs}
          onKeepEditing={conflict.keepEditing}
        />
      )}
      <ColumnFields
        control={form.control}
        register={form.register}
        errors={form.formState.errors}
        status={column.status}
      />
    </Dialog>
  );
};
