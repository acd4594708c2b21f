import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { errorText, reportError, toAppError } from '../../../sync/client/errors';
import { useRetryableSend } from '../../../sync/writes/useRetryableSend';
import { useIsShown } from '../../../lib/useIsShown';
import { viewsTexts } from '../../../texts/views';
import { Dialog } from '../../../ui/Dialog';
import { FieldError } from '../../../ui/FieldError';
import { TextInput } from '../../../ui/TextInput';

const { dialog: texts } = viewsTexts;

interface ViewNameDialogProps {
  onClose: () => void;
  /** The current name; '' for a new view. */
  name: string;
  /**
   * Saves the view under this name; the id stays the same for each retry with the same name. Returns the address of a
   * new view, which is opened if the dialog is still open.
   */
  onSave: (name: string, mutationId: string) => Promise<string | undefined>;
}

export const ViewNameDialog = ({ onClose, name: before, onSave }: ViewNameDialogProps) => {
  const [name, setName] = useState(before);
  const attempt = useRetryableSend();
  const [fault, setFault] = useState('');
  const [pending, setPending] = useState(false);
  const navigate = useNavigate();
  const isShown = useIsShown();
  const ids = useId();

  const submit = async (): Promise<void> => {
    setPending(true);
    setFault('');
    try {
      const address = await attempt({ name }, ({ mutationId }) => onSave(name, mutationId));
      if (!isShown.current) return;
      onClose();
      if (address !== undefined) await navigate(address, { replace: true });
    } catch (error) {
      if (!isShown.current) return reportError(error, { fallback: viewsTexts.failed });
      const { fields } = toAppError(error);
      setFault(Object.values(fields)[0]?.[0] ?? errorText(error, viewsTexts.failed));
    } finally {
      setPending(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={before === '' ? texts.title : texts.rename}
      form={{ onSubmit: submit, submitLabel: before === '' ? texts.submit : texts.renamed, pending }}
    >
      <div className="grid min-w-0 gap-1.5">
        <label htmlFor={`${ids}-name`} className="font-medium">
          {texts.name}
        </label>
        <TextInput
          id={`${ids}-name`}
          dir="auto"
          autoComplete="off"
          value={name}
          aria-invalid={fault !== '' || undefined}
          aria-describedby={`${ids}-${fault === '' ? 'hint' : 'fault'}`}
          onChange={({ target }) => setName(target.value)}
        />
        {fault === '' ? (
          before === '' && (
            <p id={`${ids}-hint`} className="text-xs text-ink-3">
              {texts.hint}
            </p>
          )
        ) : (
          <FieldError id={`${ids}-fault`}>{fault}</FieldError>
        )}
      </div>
    </Dialog>
  );
};
