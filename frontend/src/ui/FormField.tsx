import type { ReactNode } from 'react';
import { Controller, type Control, type FieldPath, type FieldPathValue, type FieldValues } from 'react-hook-form';
import { Field, type FieldProps } from './Field';

/** What a control of a form needs: `{...field}`. */
interface FormControl<Value> {
  value: Value;
  onValueChange: (value: Value) => void;
  onBlur: () => void;
  ref: (element: HTMLElement | null) => void;
}

interface FormFieldProps<T extends FieldValues, Name extends FieldPath<T>, O> extends Omit<FieldProps, 'children'> {
  control: Control<T, unknown, O>;
  name: Name;
  /** Called after each change by the person. */
  onChosen?: () => void;
  children: (field: FormControl<FieldPathValue<T, Name>>) => ReactNode;
}

/** A field of a form whose control has a value and `onValueChange`; native inputs are registered instead. */
export const FormField = <T extends FieldValues, Name extends FieldPath<T>, O>({
  control,
  name,
  onChosen,
  children,
  ...field
}: FormFieldProps<T, Name, O>) => (
  <Controller
    control={control}
    name={name}
    render={({ field: { value, onChange, onBlur, ref }, fieldState: { error } }) => {
      const onValueChange = (next: FieldPathValue<T, Name>): void => {
        onChange(next);
        onChosen?.();
      };
      return (
        <Field error={error?.message} {...field}>
          {children({ value, onValueChange, onBlur, ref })}
        </Field>
      );
    }}
  />
);
