import { useEffect, useState } from 'react';
import { useMutation, useQuery } from '@apollo/client/react';
import { useForm, useWatch } from 'react-hook-form';
import { profileFormSchema } from '@contract/profile';
import { formResolver } from '../../../lib/formResolver';
import { newId } from '../../../sync/client/mutationId';
import { clearDraft, hasDraft, readDraft } from '../../../lib/drafts';
import { resetForm } from '../../../lib/resetForm';
import { useFormDraft } from '../../../lib/useFormDraft';
import { changedFields } from '../../projects/fieldChanges';
import type { CurrentUserFragment } from '../session/CurrentUser.generated';
import { settingsTexts } from '../../../texts/settings';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { notify } from '../../../ui/notify';
import { TextInput } from '../../../ui/TextInput';
import { showRefusal } from './confirmation';
import { toConfirmation } from './proofValue';
import { CodeField, ConfirmField } from './ReauthFields';
import { SecurityDocument } from './Security.generated';
import { UpdateProfileDocument } from './UpdateProfile.generated';

const { profile: texts } = settingsTexts;

/** The key of the draft, which is stored until the form is saved or discarded. */
export const PROFILE_DRAFT = 'profile';

interface ProfileFormProps {
  user: CurrentUserFragment;
  /** Saved or given up. */
  onClose: () => void;
}

/** The form for the person's own name, username and email. */
export const ProfileForm = ({ user, onClose }: ProfileFormProps) => {
  // The values when the form opened: fields that differ from them were changed by the person.
  const [saved] = useState({
    firstName: user.firstName,
    lastName: user.lastName,
    username: user.username,
    email: user.email ?? '',
    currentPassword: '',
    code: '',
  });
  const [update, { loading }] = useMutation(UpdateProfileDocument);
  const form = useForm({ resolver: formResolver(profileFormSchema), defaultValues: saved });
  useFormDraft(form, PROFILE_DRAFT);
  const { errors, isDirty } = form.formState;
  const email = useWatch({ control: form.control, name: 'email' });
  const isMoving = email?.trim().toLowerCase() !== saved.email.toLowerCase();
  const { data: security } = useQuery(SecurityDocument, { skip: !isMoving });

  useEffect(() => {
    if (!hasDraft(PROFILE_DRAFT)) return;
    // Set over the saved values, so that it counts as a change.
    resetForm(form, readDraft(PROFILE_DRAFT, saved), { keepDefaultValues: true });
  }, [form, saved]);

  const close = (): void => {
    clearDraft(PROFILE_DRAFT);
    onClose();
  };

  const submit = form.handleSubmit(async (fields) => {
    const names = changedFields(saved, fields);
    const { currentPassword, ...changed } = Object.fromEntries(names.map((name) => [name, fields[name]]));
    const input = { ...changed, ...(currentPassword && toConfirmation(currentPassword)), mutationId: newId() };
    try {
      // White space around a field is no change.
      if (names.length > 0) await update({ variables: { input } });
    } catch (error) {
      showRefusal(form, error, texts.failed);
      return;
    }
    close();
    notify.success(texts.saved);
  });

  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={texts.firstName} error={errors.firstName?.message}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- this form replaces the pressed button */}
          <TextInput autoComplete="given-name" autoFocus {...form.register('firstName')} />
        </Field>
        <Field label={texts.lastName} error={errors.lastName?.message}>
          <TextInput autoComplete="family-name" {...form.register('lastName')} />
        </Field>
      </div>
      <Field label={texts.username} error={errors.username?.message}>
        <TextInput autoComplete="nickname" autoCapitalize="none" spellCheck={false} {...form.register('username')} />
      </Field>
      <Field label={texts.email} error={errors.email?.message}>
        <TextInput type="email" autoComplete="email" {...form.register('email')} />
      </Field>
      {isMoving && <ConfirmField label={texts.currentPassword} hint={texts.currentPasswordHint} form={form} />}
      {/* The server may require it if the setting could not be read. */}
      {isMoving && (security?.me.twoFactor || errors.code) && <CodeField form={form} />}
      <div className="mt-1 flex gap-2">
        <Button disabled={loading} onClick={close}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" disabled={!isDirty} pending={loading}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
};
