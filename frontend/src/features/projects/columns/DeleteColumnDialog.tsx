import { useRef, useState } from 'react';
import { reportWrite } from '../../../sync/writes/reportWrite';
import { useWrite } from '../../../sync/writes/runWrite';
import { columnsTexts } from '../../../texts/columns';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import { Field } from '../../../ui/Field';
import { Select } from '../../../ui/Select';
import type { ProjectColumn } from './columnCache';
import { columnItem } from './columnItem';
import { deleteColumn } from './columnWrites';

interface DeleteColumnDialogProps {
  column: ProjectColumn;
  /** The other columns of its status, at least one. */
  others: readonly ProjectColumn[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before a column is deleted, and for the column that gets its tasks. */
export const DeleteColumnDialog = ({ column, others, open, onOpenChange }: DeleteColumnDialogProps) => {
  const remove = useWrite(deleteColumn);
  const [chosen, setChosen] = useState('');
  const isDeleted = useRef(false);
  const target = others.find(({ id }) => id === chosen) ?? others[0];

  const confirm = async (): Promise<boolean> => {
    isDeleted.current = await reportWrite(
      remove({ id: column.id, moveTasksTo: target?.id ?? '' }),
      columnsTexts.delete,
    );
    return isDeleted.current;
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={columnsTexts.delete.title}
      confirmLabel={columnsTexts.delete.confirm}
      // The column's own menu is gone, and the other columns may be drawn again.
      finalFocus={() => (isDeleted.current ? document.querySelector<HTMLElement>('[data-columns-menu]') : null)}
      onConfirm={confirm}
    >
      <p className="wrap-anywhere">
        {columnsTexts.delete.text(
          <strong dir="auto" className="font-medium">
            {column.name}
          </strong>,
        )}
      </p>
      <Field label={columnsTexts.delete.moveTo} className="mt-3">
        <Select value={target?.id ?? ''} onValueChange={setChosen} items={others.map(columnItem)} />
      </Field>
    </ConfirmDialog>
  );
};
