import { Controller, type Control } from 'react-hook-form';
import { cx } from '../../../lib/cx';
import { newTaskTexts } from '../../../texts/newTask';
import { tasksTexts } from '../../../texts/tasks';
import { Field } from '../../../ui/Field';
import { ManyTasks } from './ManyTasks';
import type { QuickAddContext, QuickLine, Token } from './quickAdd';
import { pruneReadings, type NewTaskFields } from './taskForm';
import { LineBox, QuickAddInput } from './QuickAddInput';
import { Tokens } from './Tokens';

interface TitleFieldProps {
  control: Control<NewTaskFields>;
  error: string | undefined;
  /** The lines, each of which creates a task. */
  lines: readonly string[];
  /** The parsed line, if there is only one. */
  line: QuickLine;
  known: QuickAddContext;
  onValueChange: (title: string, readings: string) => void;
  onSubmit: () => void;
}

/** The line of a new task with its values below it, or several lines with a preview of their tasks. */
export const TitleField = ({ control, error, lines, line, known, onValueChange, onSubmit }: TitleFieldProps) => {
  const isMany = lines.length > 1;
  return (
    <Controller
      control={control}
      name="title"
      render={({ field: { value, onBlur, ref } }) => {
        const takeBack = ({ raw }: Token): void =>
          onValueChange(value, pruneReadings({ ...known.readings, [raw]: '' }, value));
        const join = (): void => {
          const title = lines.join(' ');
          onValueChange(title, pruneReadings(known.readings, title));
        };
        return (
          <>
            <Field
              label={tasksTexts.fields.title}
              error={error}
              hint={
                line.tokens.length > 0 ? (
                  <Tokens tokens={line.tokens} onTakeBack={takeBack} hasDateField />
                ) : (
                  !isMany && <span className="flex min-h-5 items-center whitespace-pre-wrap">{newTaskTexts.hint}</span>
                )
              }
            >
              <LineBox isInvalid={error !== undefined}>
                <QuickAddInput
                  className={cx(
                    'w-full overflow-y-auto bg-transparent px-3 py-2 text-md leading-6 font-medium outline-0 pointer-coarse:py-2.5',
                    // The tasks are shown below the lines, with the rest of the form.
                    isMany ? 'max-h-40' : 'max-h-60',
                  )}
                  value={value}
                  onValueChange={onValueChange}
                  known={known}
                  onSubmit={onSubmit}
                  onBlur={onBlur}
                  ref={ref}
                />
              </LineBox>
            </Field>
            {isMany && <ManyTasks lines={lines} known={known} onJoin={join} />}
          </>
        );
      }}
    />
  );
};
