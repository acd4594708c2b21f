import type { ReactNode } from 'react';
import { Controller, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import type { TaskStatus } from '@contract/enums';
import { columnsTexts } from '../../../texts/columns';
import { Checkbox } from '../../../ui/Checkbox';
import { Field } from '../../../ui/Field';
import { FormField } from '../../../ui/FormField';
import { StatusIcon } from '../../../ui/StatusIcon';
import { TextInput } from '../../../ui/TextInput';
import { ColorChoice } from '../ColorChoice';
import type { ColumnFormFields } from './columnForm';

const { fields } = columnsTexts;

interface ColumnFieldsProps<Output> {
  control: Control<ColumnFormFields, unknown, Output>;
  register: UseFormRegister<ColumnFormFields>;
  errors: FieldErrors<ColumnFormFields>;
  status: TaskStatus;
  /** Shown between the name and the other fields. */
  children?: ReactNode;
}

/** The fields of a column, for adding and editing. */
export const ColumnFields = <Output,>({ control, register, errors, status, children }: ColumnFieldsProps<Output>) => (
  <>
    <Field label={fields.name} error={errors.name?.message}>
      <TextInput {...register('name')} autoComplete="off" />
    </Field>
    {children}
    <FormField control={control} name="color" label={fields.color} group>
      {(field) => (
        <ColorChoice none={{ label: columnsTexts.statusColor, icon: <StatusIcon status={status} /> }} {...field} />
      )}
    </FormField>
    {/* Only open tasks are counted. */}
    {status !== 'DONE' && (
      <Field label={fields.limit} optional hint={columnsTexts.limitHint} error={errors.limit?.message}>
        <TextInput {...register('limit')} inputMode="numeric" autoComplete="off" className="w-32" />
      </Field>
    )}
    <Controller
      control={control}
      name="hidden"
      render={({ field: { value, onChange, onBlur, ref: _ref, name } }) => (
        <label className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
          <Checkbox
            name={name}
            checked={value !== ''}
            onBlur={onBlur}
            onChange={({ target }) => onChange(target.checked ? 'yes' : '')}
          />
          {fields.hidden}
        </label>
      )}
    />
  </>
);
