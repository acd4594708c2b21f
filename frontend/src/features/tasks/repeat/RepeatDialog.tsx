import { use, useState } from 'react';
import { REPEATS } from '@contract/limits';
import { FREQUENCIES, type Frequency, type Repeat, type RepeatMode, WEEKDAYS } from '@contract/repeat';
import { cx } from '../../../lib/cx';
import { readDayWords } from '../../../lib/dates/dueWords';
import { formatDay } from '../../../lib/dates/format';
import { repeatTexts as texts, weekdayName } from '../../../texts/repeat';
import { DateField } from '../../../ui/DateField';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import { FieldContext } from '../../../ui/FieldContext';
import { Segmented } from '../../../ui/Segmented';
import { Select } from '../../../ui/Select';
import { TextInput } from '../../../ui/TextInput';
import { useFocusRefused } from '../../../ui/useFocusRefused';
import { readRule, toRule } from './dialogRule';

type RuleAndEnd = Omit<Repeat, 'timeZone'>;

interface RepeatDialogProps {
  repeat: RuleAndEnd | null;
  /** The day the task is due, or today. */
  day: string;
  /** Returns whether it was saved. */
  onSave: (repeat: RuleAndEnd) => Promise<boolean>;
  onClose: () => void;
}

type Ending = 'never' | 'until' | 'count';

interface Fields {
  interval: string;
  frequency: Frequency;
  /** 0 is Monday. */
  weekdays: readonly number[];
  mode: RepeatMode;
  ending: Ending;
  until: string;
  count: string;
}

const toFields = (repeat: RuleAndEnd | null, day: string): Fields => {
  const { interval, ...choices } = readRule(repeat?.rule, day);
  return {
    ...choices,
    interval: String(interval),
    mode: repeat?.mode ?? 'FROM_DUE',
    ending: repeat?.until != null ? 'until' : repeat?.count != null ? 'count' : 'never',
    until: repeat?.until == null ? '' : formatDay(repeat.until),
    count: repeat?.count == null ? '' : String(repeat.count),
  };
};

const wholeNumber = (text: string, max: number): number | null => {
  const value = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return value >= 1 && value <= max ? value : null;
};

const Weekdays = ({ chosen, onChange }: { chosen: readonly number[]; onChange: (days: readonly number[]) => void }) => {
  const field = use(FieldContext);
  return (
    <div
      className="grid grid-cols-7 gap-1 outline-none md:flex md:gap-1.5"
      role="group"
      tabIndex={-1}
      aria-labelledby={field?.labelId}
      aria-describedby={field?.describedBy}
      // A group cannot have `aria-invalid`.
      data-refused={field?.invalid || undefined}
    >
      {WEEKDAYS.map((name, at) => {
        const isOn = chosen.includes(at);
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isOn}
            aria-label={weekdayName(at)}
            className={cx(
              'rounded-sm border py-1 text-sm md:min-w-11 md:px-2 pointer-coarse:min-h-11',
              isOn ? 'border-accent bg-accent-soft' : 'border-line hover:bg-fill',
            )}
            onClick={() => onChange(isOn ? chosen.filter((day) => day !== at) : [...chosen, at])}
          >
            {weekdayName(at, 'short')}
          </button>
        );
      })}
    </div>
  );
};

/** Asks how often a task repeats, on which days, from which date and until when. */
export const RepeatDialog = ({ repeat, day, onSave, onClose }: RepeatDialogProps) => {
  const [fields, setFields] = useState(() => toFields(repeat, day));
  const [tries, setTries] = useState(0);
  const [pending, setPending] = useState(false);
  const change = (next: Partial<Fields>): void => setFields({ ...fields, ...next });
  const { frequency, weekdays, mode, ending } = fields;
  const interval = wholeNumber(fields.interval, REPEATS.intervalMax);
  const count = wholeNumber(fields.count, REPEATS.countMax);
  const until = readDayWords(fields.until);
  const faults = {
    interval: interval === null ? texts.outOfRange(REPEATS.intervalMax) : undefined,
    weekdays: frequency === 'WEEKLY' && weekdays.length === 0 ? texts.weekdayMissing : undefined,
    until: ending === 'until' && until === null ? texts.dayMissing : undefined,
    count: ending === 'count' && count === null ? texts.outOfRange(REPEATS.countMax) : undefined,
  };
  const shown: Partial<typeof faults> = tries > 0 ? faults : {};
  const form = useFocusRefused<HTMLDivElement>(tries);

  const submit = async (): Promise<void> => {
    setTries(tries + 1);
    if (interval === null || Object.values(faults).some((fault) => fault !== undefined)) return;
    setPending(true);
    const isSaved = await onSave({
      rule: toRule({ frequency, interval, weekdays }, repeat?.rule, day),
      mode,
      until: ending === 'until' ? until : null,
      count: ending === 'count' ? count : null,
    });
    setPending(false);
    if (isSaved) onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.title}
      form={{ onSubmit: submit, submitLabel: texts.save, pending }}
    >
      <div ref={form} className="grid gap-4">
        <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3">
          <Field label={texts.every} error={shown.interval}>
            <TextInput
              value={fields.interval}
              inputMode="numeric"
              autoComplete="off"
              onChange={({ target }) => change({ interval: target.value })}
            />
          </Field>
          <Field label={texts.unit}>
            <Select
              value={frequency}
              items={FREQUENCIES.map((value) => ({ value, label: texts.units[value](interval ?? 1) }))}
              onValueChange={(value) => change({ frequency: value })}
            />
          </Field>
        </div>
        {frequency === 'WEEKLY' && (
          <Field label={texts.on} group error={shown.weekdays}>
            <Weekdays chosen={weekdays} onChange={(next) => change({ weekdays: next })} />
          </Field>
        )}
        <Field label={texts.counted} group>
          <Segmented
            value={mode}
            choices={(['FROM_DUE', 'FROM_DONE'] as const).map((value) => ({ value, label: texts.modes[value] }))}
            onValueChange={(value) => change({ mode: value })}
          />
        </Field>
        <Field label={texts.ends} group>
          <Segmented
            value={ending}
            choices={(['never', 'until', 'count'] as const).map((value) => ({ value, label: texts.endings[value] }))}
            onValueChange={(value) => change({ ending: value })}
          />
        </Field>
        {ending === 'until' && (
          <Field label={texts.lastDay} error={shown.until}>
            <DateField isDay value={fields.until} onValueChange={(value) => change({ until: value })} />
          </Field>
        )}
        {ending === 'count' && (
          <Field label={texts.times} error={shown.count}>
            <TextInput
              value={fields.count}
              inputMode="numeric"
              autoComplete="off"
              onChange={({ target }) => change({ count: target.value })}
            />
          </Field>
        )}
      </div>
    </Dialog>
  );
};
