import { useState } from 'react';
import { useMutation, useQuery } from '@apollo/client/react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { formResolver } from '../../../lib/formResolver';
import { formatLongDate } from '../../../lib/dates/format';
import { resetForm } from '../../../lib/resetForm';
import { apiTokensTexts } from '../../../texts/apiTokens';
import { ChoiceCards } from '../../../ui/ChoiceCards';
import { DateField } from '../../../ui/DateField';
import { Dialog } from '../../../ui/Dialog';
import { Field } from '../../../ui/Field';
import { FormField } from '../../../ui/FormField';
import { Select } from '../../../ui/Select';
import { TextInput } from '../../../ui/TextInput';
import { ApiTokenCreated } from './ApiTokenCreated';
import { apiTokenFormSchema, emptyApiToken, getExpiry, LIFETIMES } from './apiTokenForm';
import { CreateApiTokenDocument } from './ApiTokens.generated';
import { ProjectChecks } from './ProjectChecks';
import { showRefusal } from './confirmation';
import { toConfirmation } from './proofValue';
import { ReauthFields } from './ReauthFields';
import { SecurityDocument } from './Security.generated';
import type { SecretCreationProps } from './useSecretDialog';

const { create: texts, scopes } = apiTokensTexts;

const SCOPES = [
  { value: 'READ', label: scopes.READ },
  { value: 'WRITE', label: scopes.WRITE },
] as const;
const REACHES = [
  { value: 'all', label: texts.all },
  { value: 'some', label: texts.some },
] as const;
const LIFETIME_ITEMS = LIFETIMES.map((value) => ({ value, label: texts.lives[value] }));

/** Creates a token and shows it once. */
export const CreateApiToken = ({ open, onClose, onDone, onMade, finalFocus }: SecretCreationProps) => {
  const { data } = useQuery(SecurityDocument, { skip: !open });
  const isTwoFactor = data?.me.twoFactor ?? false;
  const [token, setToken] = useState<string | null>(null);
  // Secrets are in no cache. No id for repeats, because the answer to a repeat does not contain the token.
  const [create, { loading }] = useMutation(CreateApiTokenDocument, { fetchPolicy: 'no-cache' });
  const form = useForm({
    resolver: formResolver(apiTokenFormSchema(isTwoFactor)),
    // Shows errors that concern two fields even if one of them has its own error.
    criteriaMode: 'all',
    defaultValues: emptyApiToken,
  });
  const { errors } = form.formState;
  const { register, control } = form;
  const [scope, reach, life] = useWatch({ control, name: ['scope', 'reach', 'life'] });

  const close = (): void => {
    form.resetField('currentPassword');
    form.resetField('code');
    onClose();
  };
  const cancel = (): void => {
    resetForm(form);
    onClose();
  };
  const submit = form.handleSubmit(async (fields) => {
    const { name, currentPassword, code } = fields;
    const input = {
      name,
      scope: fields.scope,
      projectIds: fields.reach === 'some' ? fields.projectIds : null,
      expiresAt: getExpiry(fields.life, fields.expiresAt)?.toISOString() ?? '',
      ...toConfirmation(currentPassword),
      code: isTwoFactor ? code : null,
    };
    try {
      const { data: answer } = await create({ variables: { input } });
      if (!answer) return;
      setToken(answer.createApiToken.token);
      onMade();
    } catch (error) {
      showRefusal(form, error, texts.failed);
    }
  });

  if (token !== null) return <ApiTokenCreated open={open} token={token} onClose={onDone} finalFocus={finalFocus} />;
  const end = life === 'other' ? null : getExpiry(life, '');
  return (
    <Dialog
      key="create"
      open={open}
      onOpenChange={close}
      title={texts.title}
      form={{ onSubmit: submit, submitLabel: texts.submit, pending: loading, onCancel: cancel }}
    >
      <Field label={texts.name} hint={texts.nameHint} error={errors.name?.message}>
        <TextInput autoComplete="off" {...register('name')} />
      </Field>
      <FormField control={control} name="scope" label={texts.scope} group hint={texts.scopeHints[scope]}>
        {(field) => <ChoiceCards choices={SCOPES} {...field} />}
      </FormField>
      <FormField
        control={control}
        name="reach"
        label={texts.projects}
        group
        hint={reach === 'some' ? texts.someHint : texts.allHint}
      >
        {(field) => <ChoiceCards choices={REACHES} {...field} />}
      </FormField>
      {reach === 'some' && (
        <Controller
          control={control}
          name="projectIds"
          render={({ field, fieldState: { error } }) => <ProjectChecks error={error?.message} {...field} />}
        />
      )}
      <div className="grid gap-[inherit] md:grid-cols-2">
        <FormField
          control={control}
          name="life"
          label={texts.end}
          hint={end && texts.endHint(formatLongDate(end))}
          error={life === 'other' ? undefined : errors.expiresAt?.message}
        >
          {(field) => <Select items={LIFETIME_ITEMS} {...field} />}
        </FormField>
        {life === 'other' && (
          <FormField control={control} name="expiresAt" label={texts.day} hint={texts.dayHint}>
            {(field) => <DateField {...field} />}
          </FormField>
        )}
      </div>
      <div className="grid gap-[inherit] md:grid-cols-2">
        <ReauthFields form={form} isTwoFactor={isTwoFactor} />
      </div>
    </Dialog>
  );
};
