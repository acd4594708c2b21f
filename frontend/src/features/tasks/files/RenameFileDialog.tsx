import { useRef, useState } from 'react';
import { errorText, reportError, toAppError } from '../../../sync/client/errors';
import { useWrite } from '../../../sync/writes/runWrite';
import { useIsShown } from '../../../lib/useIsShown';
import { filesTexts as texts } from '../../../texts/files';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import { TextInput } from '../../../ui/TextInput';
import type { AttachmentFieldsFragment } from '../model/AttachmentFields.generated';
import { renameFile } from './writes';

interface RenameFileDialogProps {
  file: AttachmentFieldsFragment;
  onClose: () => void;
}

export const RenameFileDialog = ({ file: { id, name, version }, onClose }: RenameFileDialogProps) => {
  const [value, setValue] = useState(name);
  const [fault, setFault] = useState('');
  const [pending, setPending] = useState(false);
  const rename = useWrite(renameFile);
  const isShown = useIsShown();
  const input = useRef<HTMLInputElement>(null);
  /** The version when the dialog was opened; undefined after a conflict, so that saving again overwrites. */
  const from = useRef<number | undefined>(version);

  const submit = async (): Promise<void> => {
    setPending(true);
    setFault('');
    try {
      await rename({ id, name: value, ...(from.current !== undefined && { version: from.current }) });
      if (isShown.current) onClose();
    } catch (error) {
      if (!isShown.current) return reportError(error, { fallback: texts.renameFailed });
      const { code, fields } = toAppError(error);
      if (code === 'CONFLICT') from.current = undefined;
      setFault(code === 'CONFLICT' ? texts.changed : (fields['name']?.[0] ?? errorText(error, texts.renameFailed)));
      input.current?.focus();
    }
    setPending(false);
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.rename}
      form={{ onSubmit: submit, submitLabel: texts.save, pending }}
    >
      <Field label={texts.name} error={fault || undefined}>
        <TextInput
          ref={input}
          value={value}
          autoComplete="off"
          onChange={({ target }) => {
            setValue(target.value);
            setFault('');
          }}
        />
      </Field>
    </Dialog>
  );
};
