import { Controller, type Control, type FieldValues, type Path } from 'react-hook-form';
import { tasksTexts } from '../../texts/tasks';
import { ChoiceCards } from '../../ui/ChoiceCards';
import { DateField } from '../../ui/DateField';
import { Field } from '../../ui/Field';
import { Select, type SelectItem } from '../../ui/Select';
import { PRIORITY_ITEMS } from '../taskChoices';

interface ChoiceFieldProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  name: Path<Values>;
}

export const PriorityField = <Values extends FieldValues, Output>({
  control,
  name,
}: ChoiceFieldProps<Values, Output>) => (
  <Controller
    control={control}
    name={name}
    render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => (
      <Field label={tasksTexts.fields.priority} group error={error?.message}>
        <ChoiceCards
          stacked
          choices={PRIORITY_ITEMS}
          value={value}
          onValueChange={onChange}
          onBlur={onBlur}
          ref={ref}
        />
      </Field>
    )}
  />
);

export const DueDateField = <Values extends FieldValues, Output>({
  control,
  name,
}: ChoiceFieldProps<Values, Output>) => (
  <Controller
    control={control}
    name={name}
    render={({ field: { value, onChange, onBlur }, fieldState: { error } }) => (
      <Field label={tasksTexts.fields.dueDate} optional error={error?.message}>
        <DateField value={value} onValueChange={onChange} onBlur={onBlur} />
      </Field>
    )}
  />
);

interface SelectFieldProps<Values extends FieldValues, Output> extends ChoiceFieldProps<Values, Output> {
  label: string;
  items: readonly SelectItem<string>[];
  placeholder?: string;
  disabled?: boolean;
}

export const SelectField = <Values extends FieldValues, Output>(props: SelectFieldProps<Values, Output>) => {
  const { control, name, label, ...rest } = props;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => (
        <Field label={label} error={error?.message}>
          <Select {...rest} value={value} onValueChange={onChange} onBlur={onBlur} ref={ref} />
        </Field>
      )}
    />
  );
};
