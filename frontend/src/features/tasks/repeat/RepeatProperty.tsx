import { useState } from 'react';
import { Repeat as RepeatIcon, SkipForward } from 'lucide-react';
import type { Repeat } from '@contract/repeat';
import { reportWrite } from '../../../sync/writes/reportWrite';
import { useWrite } from '../../../sync/writes/runWrite';
import { cx } from '../../../lib/cx';
import { dueOf } from '../../../lib/dates/due';
import { formatDueValue } from '../../../lib/dates/format';
import { userTimeZone } from '../../../lib/dates/userTimeZone';
import { describeRepeat, repeatTexts as texts } from '../../../texts/repeat';
import { lazyDialog } from '../../../ui/lazyComponent';
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../../../ui/Menu';
import { FieldButton } from '../fields/FieldButton';
import { Property, type OpenedTask, type TaskEditProps } from '../fields/Property';
import { baseDay, presetRules } from './presets';
import { endSeries, setRepeat, skipOccurrence } from './writes';

const RepeatDialog = lazyDialog(() => import('./RepeatDialog'), 'RepeatDialog');

/** The choice for no repetition, and for a rule that is not a preset. */
const NONE = 'none';
const CUSTOM = 'own';

const useRepeat = ({ id, repeat: before }: OpenedTask, onSaved: (() => void) | undefined) => {
  const [set, end, skip] = [useWrite(setRepeat), useWrite(endSeries), useWrite(skipOccurrence)];
  const [isPending, setPending] = useState(false);
  const run: typeof reportWrite = async (write, outcome) => {
    setPending(true);
    const isDone = await reportWrite(write, { ...outcome, offline: texts.needsConnection });
    if (isDone) onSaved?.();
    setPending(false);
    return isDone;
  };
  const save = (repeat: Omit<Repeat, 'timeZone'>): Promise<boolean> =>
    run(set({ id, ...repeat, timeZone: before?.timeZone ?? userTimeZone() ?? 'UTC' }), {
      done: texts.changed,
      failed: texts.failed,
    });
  const stop = (): Promise<boolean> => run(end({ id }), { done: texts.ended, failed: texts.failed });
  const skipOne = (): Promise<boolean> =>
    run(skip({ id }), {
      done: (data) => {
        const due = data && dueOf(data.skipOccurrence.task);
        return texts.skipped(due ? formatDueValue(due) : '');
      },
      failed: texts.skipFailed,
    });
  return { save, stop, skipOne, isPending };
};

/** How a task repeats: a common rule from a menu, or a custom one from a dialog. */
export const RepeatProperty = ({ task, disabled, onSaved }: TaskEditProps) => {
  const { repeat, status } = task;
  const { save, stop, skipOne, isPending } = useRepeat(task, onSaved);
  const [isOpen, setOpen] = useState(false);
  if (!repeat && disabled) return null;
  const words = repeat ? describeRepeat(repeat) : undefined;
  const rules = presetRules(baseDay(dueOf(task)));
  const isPreset = repeat !== null && rules.includes(repeat.rule) && repeat.until === null && repeat.count === null;
  const isPlain = isPreset && repeat.mode === 'FROM_DUE';
  const choices = [
    { value: NONE, children: texts.none },
    ...rules.map((rule) => ({
      value: rule,
      children: describeRepeat({ rule, mode: 'FROM_DUE', until: null, count: null }),
    })),
    { value: CUSTOM, children: repeat && !isPlain ? describeRepeat(repeat) : texts.custom },
  ];
  const choose = (value: string): void => {
    if (isPending) return;
    if (value === CUSTOM) setOpen(true);
    else if (value === NONE) void (repeat && stop());
    else void save({ rule: value, mode: 'FROM_DUE', until: null, count: null });
  };
  return (
    <Property label={texts.label} pending={isPending}>
      <Menu
        trigger={
          <FieldButton disabled={disabled}>
            <RepeatIcon className="mx-0.5 text-ink-3" />
            <span className={cx('truncate', !repeat && 'text-ink-3')} title={words}>
              {words ?? texts.none}
            </span>
          </FieldButton>
        }
        className="max-w-80"
      >
        <MenuRadioGroup
          label={texts.label}
          value={repeat === null ? NONE : isPlain ? repeat.rule : CUSTOM}
          onValueChange={choose}
          choices={choices}
        />
        {repeat && status !== 'DONE' && (
          <>
            <MenuSeparator />
            <MenuItem icon={<SkipForward />} disabled={isPending} onSelect={() => void skipOne()}>
              {texts.skip}
            </MenuItem>
          </>
        )}
      </Menu>
      {isOpen && (
        <RepeatDialog repeat={repeat} day={baseDay(dueOf(task))} onSave={save} onClose={() => setOpen(false)} />
      )}
    </Property>
  );
};
