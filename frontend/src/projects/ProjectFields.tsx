import { Controller, useWatch, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { LIMITS } from '@contract/limits';
import { projectsTexts } from '../texts/projects';
import { Field } from '../ui/Field';
import { TextArea } from '../ui/TextArea';
import { TextInput } from '../ui/TextInput';
import { ColorChoice } from './ColorChoice';
import type { ProjectFormFields } from './projectForm';

interface ProjectFieldsProps<Output> {
  control: Control<ProjectFormFields, unknown, Output>;
  register: UseFormRegister<ProjectFormFields>;
  errors: FieldErrors<ProjectFormFields>;
}

/** The fields of a project, for creating and for editing it. */
export const ProjectFields = <Output,>({ control, register, errors }: ProjectFieldsProps<Output>) => {
  const description = useWatch({ control, name: 'description' });
  return (
    <>
      <Field label={projectsTexts.fields.name} error={errors.name?.message}>
        <TextInput {...register('name')} autoComplete="off" />
      </Field>
      <Field
        label={projectsTexts.fields.description}
        optional
        error={errors.description?.message}
        counter={{ length: description.length, max: LIMITS.projectDescriptionMax }}
      >
        <TextArea {...register('description')} rows={3} />
      </Field>
      <Field label={projectsTexts.fields.color} group error={errors.color?.message}>
        <Controller
          control={control}
          name="color"
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <ColorChoice value={value} onValueChange={onChange} onBlur={onBlur} ref={ref} />
          )}
        />
      </Field>
    </>
  );
};
