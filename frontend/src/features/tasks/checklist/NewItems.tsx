import { useImperativeHandle, useRef, useState, type Ref } from 'react';
import { Plus } from 'lucide-react';
import { CHECKLIST } from '@contract/limits';
import { errorText, reportError, toAppError } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { useWrite } from '../../../sync/writes/runWrite';
import { useRetryableSendWith } from '../../../sync/writes/useRetryableSend';
import { useSentText } from '../../../lib/useSentText';
import { checklistTexts } from '../../../texts/checklist';
import { Button } from '../../../ui/Button';
import { FieldError } from '../../../ui/FieldError';
import { GrowingText } from '../parts/GrowingText';
import { checkItemText } from './checkItemText';
import { addItem } from './writes/addItem';
import { addItems } from './writes/addItems';
import { isComposingKey } from '../../../lib/keyboard/typing';

const { add: texts } = checklistTexts;

/** Each item has an id, so that it can be edited while it is queued. */
const toItems = ({ lines }: { taskId: string; lines: readonly string[] }) => ({
  items: lines.map((text) => ({ id: newId(), text })),
  mutationId: newId(),
});

const splitLines = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);

const checkItems = (lines: readonly string[], total: number): string => {
  const fault = lines.map(checkItemText).find(Boolean);
  return fault ?? (total + lines.length > CHECKLIST.max ? texts.tooMany(CHECKLIST.max) : '');
};

export interface NewItemsHandle {
  /** Adds a line to the end of the field, and focuses it if the person is still typing. */
  append: (line: string, takesFocus: boolean) => void;
}

interface NewItemsProps {
  taskId: string;
  /** The number of items. */
  total: number;
  ref?: Ref<NewItemsHandle>;
}

/** Adds items, one per typed or pasted line. Each task has its own draft until the items are added. */
export const NewItems = ({ taskId, total, ref }: NewItemsProps) => {
  const draft = `checklist:${taskId}`;
  const field = useSentText(draft);
  const { text } = field;
  const [fault, setFault] = useState('');
  const addOne = useWrite(addItem);
  const addSeveral = useWrite(addItems);
  const attempt = useRetryableSendWith(toItems);
  const lines = splitLines(text);
  const area = useRef<HTMLTextAreaElement>(null);

  const type = (next: string): void => {
    field.type(next);
    setFault('');
  };
  useImperativeHandle(ref, () => ({
    append: (line, takesFocus) => {
      type([text, line].filter(Boolean).join('\n'));
      if (takesFocus) area.current?.focus();
    },
  }));

  const submit = async (): Promise<void> => {
    if (lines.length === 0) return;
    const wrong = checkItems(lines, total);
    if (wrong) return setFault(wrong);
    field.empty();
    try {
      await attempt({ taskId, lines }, async ({ items, mutationId }) => {
        const [only, ...others] = items;
        if (only && others.length === 0) await addOne({ taskId, ...only, mutationId });
        else await addSeveral({ taskId, items, mutationId });
      });
      field.discardDraft(text);
    } catch (error) {
      if (!field.restore(text)) return reportError(error, { fallback: texts.failed });
      const [said] = Object.values(toAppError(error).fields).flat();
      setFault(said ?? errorText(error, texts.failed));
    }
  };

  return (
    <div className="grid gap-1 print:hidden">
      <div className="-mx-2 grid grid-cols-[1rem_minmax(0,1fr)_auto] items-start gap-x-2.5 rounded-sm px-2 hover:bg-fill has-focus-visible:bg-raised has-focus-visible:outline-2 has-focus-visible:-outline-offset-1 has-focus-visible:outline-focus">
        <span className="flex h-8 items-center text-ink-3 pointer-coarse:h-11">
          <Plus />
        </span>
        <GrowingText
          ref={area}
          aria-label={texts.label}
          aria-invalid={fault !== '' || undefined}
          aria-describedby={fault ? `${draft}-fault` : undefined}
          placeholder={texts.placeholder}
          spellCheck
          value={text}
          className="w-full bg-transparent py-1.5 leading-5 outline-none pointer-coarse:py-3 pointer-coarse:text-md"
          onChange={({ target }) => type(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || isComposingKey(event.nativeEvent)) return;
            event.preventDefault();
            void submit();
          }}
        />
        {lines.length > 0 && (
          <span className="flex h-8 items-center gap-2 pointer-coarse:h-11">
            <span className="text-xs text-ink-3 max-md:hidden">{texts.hint(lines.length)}</span>
            <Button size="sm" variant="ghost" onClick={() => void submit()}>
              {texts.submit}
            </Button>
          </span>
        )}
      </div>
      {fault && <FieldError id={`${draft}-fault`}>{fault}</FieldError>}
    </div>
  );
};
