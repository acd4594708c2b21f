import type { Ref } from 'react';
import { Controller, useWatch, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form';
import { PROJECT_COLORS } from '@contract/colors';
import { PROJECT_KEY_MAX } from '@contract/keys';
import { LIMITS } from '@contract/limits';
import { projectColor } from '../../lib/projectColor';
import { projectsTexts } from '../../texts/projects';
import { Field } from '../../ui/Field';
import { RadioRow } from '../../ui/RadioRow';
import { TextArea } from '../../ui/TextArea';
import { TextInput } from '../../ui/TextInput';
import type { ProjectFormFields } from './projectForm';

interface ColorChoiceProps {
  value: string;
  onValueChange: (value: string) => void;
  onBlur: () => void;
  ref: Ref<HTMLInputElement>;
}

const Swatch = ({ color }: { color: string }) => (
  <span
    className="block size-5 rounded-full ring-offset-2 ring-offset-overlay in-[label:has(:checked)]:ring-2 in-[label:has(:checked)]:ring-ink"
    style={{ background: projectColor(color) }}
  />
);

const named = PROJECT_COLORS.map(({ name, hex }) => ({ name: projectsTexts.colors[name], hex }));

/** One of the eight colours; a colour set elsewhere stays among the choices. */
const ColorChoice = ({ value, ...rest }: ColorChoiceProps) => {
  const own =
    PROJECT_COLORS.some(({ hex }) => hex === value) || !value ? [] : [{ name: projectsTexts.currentColor, hex: value }];
  return (
    <RadioRow
      {...rest}
      value={value}
      className="flex flex-wrap gap-1"
      choiceClassName="relative grid size-9 place-items-center rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-focus"
      choices={[...named, ...own].map(({ name, hex }) => ({
        value: hex,
        label: name,
        icon: <Swatch color={hex} />,
        iconOnly: true,
      }))}
    />
  );
};

interface ProjectFieldsProps<Output> {
  control: Control<ProjectFormFields, unknown, Output>;
  register: UseFormRegister<ProjectFormFields>;
  errors: FieldErrors<ProjectFormFields>;
  /** A new project gets a key made from its name if none is typed; only owners change a key. */
  keyField: 'optional' | 'required' | 'hidden';
}

/** The fields of a project, for creating and for editing it. */
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
            maxLength={PROJECT_KEY_MAX}
            className="w-32 uppercase"
          />
        </Field>
      )}
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
