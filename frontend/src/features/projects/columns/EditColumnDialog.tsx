import { useApolloClient } from '@apollo/client/react';
import { useForm } from 'react-hook-form';
import { formResolver } from '../../../lib/formResolver';
import { useWrite } from '../../../sync/writes/runWrite';
import { columnsTexts } from '../../../texts/columns';
import { EditDialog } from '../EditDialog';
import type { Versioned } from '../useVersionedForm';
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

const describeValue = (name: keyof ColumnFormFields, value: string): string => {
  if (name === 'hidden') return value === '' ? columnsTexts.no : columnsTexts.yes;
  return value;
};

/** Changes the name, color and limit of a column, or hides it. */
export const EditColumnDialog = ({ column, open, onOpenChange }: EditColumnDialogProps) => {
  const client = useApolloClient();
  const update = useWrite(updateColumn);
  const form = useForm({ resolver: formResolver(columnFormSchema), defaultValues: toColumnFields(column) });
  const reload = async () => {
    const { data } = await client.query({
      query: ProjectColumnsDocument,
      variables: { projectId: column.projectId },
      fetchPolicy: 'network-only',
    });
    const now = data?.project?.columns.find(({ id }) => id === column.id);
    return now ? toVersioned(now) : null;
  };

  return (
    <EditDialog
      form={form}
      opened={toVersioned(column)}
      draftKey={`column-edit:${column.id}`}
      send={(patch, version) => update({ id: column.id, version, ...patch })}
      reload={reload}
      texts={columnsTexts.edit}
      labels={columnsTexts.fields}
      describe={describeValue}
      open={open}
      onOpenChange={onOpenChange}
    >
      <ColumnFields
        control={form.control}
        register={form.register}
        errors={form.formState.errors}
        status={column.status}
      />
    </EditDialog>
  );
};
