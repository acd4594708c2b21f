import type { ReactNode } from 'react';
import { undoButton } from '../../sync/client/undoableActions';
import type { WriteResult } from '../../sync/writes/runWrite';
import { Dialog } from '../../ui/Dialog';
import { notify } from '../../ui/notify';
import { ConflictNotice } from './ConflictNotice';
import { DraftNote } from './DraftNote';
import type { FormFields } from './fieldChanges';
import { useVersionedForm, type VersionedForm } from './useVersionedForm';

interface EditDialogProps<Fields extends FormFields, Output> extends VersionedForm<Fields, Output> {
  /** Writes the changed fields, as a change to `version`. */
  send: (patch: Record<string, Output[keyof Fields & keyof Output]>, version: number) => Promise<WriteResult<unknown>>;
  texts: { title: string; submit: string; done: string; failed: string };
  labels: Record<keyof Fields, string>;
  /** Formats a value; by default as text. */
  describe?: (name: keyof Fields, value: string) => string;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** A dialog that edits a versioned object. After a conflict it offers both values of each field. */
export const EditDialog = <Fields extends FormFields, Output extends Partial<Record<keyof Fields, unknown>>>({
  send,
  texts,
  labels,
  describe = (_, value) => value,
  open,
  onOpenChange,
  children,
  ...versioned
}: EditDialogProps<Fields, Output>) => {
  const { save, saving, conflict, isRestored, discard } = useVersionedForm({
    ...versioned,
    open,
    send: (names, output: Output, version) =>
      send(Object.fromEntries(names.map((name) => [name, output[name]])), version),
    onSaved: (written, isDone) => {
      if (isDone) onOpenChange(false);
      if (written && !written.isQueued) notify.success(texts.done, undoButton(written.mutationId));
    },
    fallback: texts.failed,
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title}
      note={isRestored && <DraftNote onDiscard={discard} />}
      form={{
        onSubmit: save,
        submitLabel: texts.submit,
        pending: saving,
        // Cancel discards the draft; Escape and Back keep it.
        onCancel: () => {
          discard();
          onOpenChange(false);
        },
      }}
    >
      {conflict && (
        <ConflictNotice
          fields={conflict.names.map((name) => ({
            label: labels[name],
            mine: describe(name, conflict.mine[name] ?? ''),
            theirs: describe(name, conflict.theirs[name] ?? ''),
          }))}
          pending={saving}
          onKeepMine={conflict.keepMine}
          onTakeTheirs={conflict.takeTheirs}
          onKeepEditing={conflict.keepEditing}
        />
      )}
      {children}
    </Dialog>
  );
};
