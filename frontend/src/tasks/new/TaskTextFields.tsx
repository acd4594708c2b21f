import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { LIMITS } from '@contract/limits';
import { tasksTexts } from '../../texts/tasks';
import { Field } from '../../ui/Field';
import { TextArea } from '../../ui/TextArea';
import { TextInput } from '../../ui/TextInput';

interface TextFieldProps {
  input: UseFormRegisterReturn;
  error: string | undefined;
}

export const TitleField = ({ input, error }: TextFieldProps) => (
  <Field label={tasksTexts.fields.title} error={error}>
    <TextInput {...input} autoComplete="off" />
  </Field>
);

export const DescriptionField = ({ input, error, length }: TextFieldProps & { length: number }) => (
  <Field
    label={tasksTexts.fields.description}
    optional
    error={error}
    counter={{ length, max: LIMITS.taskDescriptionMax }}
  >
    <TextArea {...input} rows={3} />
  </Field>
);

export const TagsField = ({ input, error }: TextFieldProps) => (
  <Field label={tasksTexts.fields.tags} optional hint={tasksTexts.create.tagsHint} error={error}>
    <TextInput {...input} autoComplete="off" />
  </Field>
);

/** Two fields beside each other where there is room. */
export const FieldPair = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-[inherit] md:grid-cols-2">{children}</div>
);
