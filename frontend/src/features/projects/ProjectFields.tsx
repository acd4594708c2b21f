import { useWatch, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { LIMITS } from '@contract/limits';
import { projectsTexts } from '../../texts/projects';
import { Field } from '../../ui/Field';
import { FormField } from '../../ui/FormField';
import { TextArea } from '../../ui/TextArea';
import { TextInput } from '../../ui/TextInput';
import { ColorChoice } from './ColorChoice';
import type { ProjectFormFields } from './projectForm';

interface ProjectFieldsProps<Output> {
  control: Control<ProjectFormFields, unknown, Output>;
  register: UseFormRegister<ProjectFormFields>;
  errors: FieldErrors<ProjectFormFields>;
  /** A new project gets a key made from its name if none is typed; only owners change a key. */
  keyField: 'optional' | 'required' | 'hidden';
}

/** The fields of a project, for creating and editing. */
export const ProjectFields = <Output,>({ control, register, errors, keyField }: ProjectFieldsProps<Output>) => {
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
      {keyField !== 'hidden' && (
        <Field
          label={projectsTexts.fields.key}
          optional={keyField === 'optional'}
          hint={keyField === 'optional' ? projectsTexts.keyHint.create : projectsTexts.keyHint.edit}
          error={errors.key?.message}
        >
          <TextInput
            {...register('key')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="w-32 uppercase"
          />
        </Field>
      )}
      <FormField control={control} name="color" label={projectsTexts.fields.color} group>
        {(field) => <ColorChoice {...field} />}
      </FormField>
    </>
  );
};
