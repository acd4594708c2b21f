import { useQuery } from '@apollo/client/react';
import {
  useFormState,
  useWatch,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from 'react-hook-form';
import * as v from 'valibot';
import { codeField, currentPasswordField } from '@contract/auth';
import { issueText } from '../../../lib/issueText';
import { providerName } from '../../../lib/signInWays';
import { identitiesTexts } from '../../../texts/identities';
import { securityTexts } from '../../../texts/security';
import { Field } from '../../../ui/Field';
import { FieldError } from '../../../ui/FieldError';
import { PasswordInput } from '../../../ui/PasswordInput';
import { TextInput } from '../../../ui/TextInput';
import { setConfirmation } from './confirmation';
import { ConfirmWithProvider } from './ConfirmWithProvider';
import { IdentitiesDocument } from './Identities.generated';
import { isProofValue } from './proofValue';

const { proof: texts, currentPassword } = securityTexts;

/** Returns the message for an empty field. */
const missing = (): string | undefined => {
  const [issue] = v.safeParse(currentPasswordField, '').issues ?? [];
  return issue && issueText(issue);
};

/** The rules of password and code; the code is required if two-factor is on. */
export const reauthEntries = (isTwoFactor: boolean) => ({
  currentPassword: currentPasswordField,
  code: isTwoFactor ? codeField : v.string(),
});

interface FormProps<T extends FieldValues, C, O> {
  /** The form, which may have other fields, too. */
  form: UseFormReturn<T, C, O>;
}

type Name = 'currentPassword' | 'code';

/** Registers a field of a form; returns what its input needs, its value and its error. */
const useOwnField = <T extends FieldValues, C, O>({ control, register }: UseFormReturn<T, C, O>, name: Name) => {
  const path = name as Path<T>;
  const value: string | undefined = useWatch({ control, name: path });
  const errors = useFormState({ control }).errors as FieldErrors<Record<Name, string>>;
  return { registration: register(path), value, error: errors[name]?.message };
};

/** Asks for a code of the authenticator app, or a recovery code. */
export const CodeField = <T extends FieldValues, C, O>({ form }: FormProps<T, C, O>) => {
  const { registration, error } = useOwnField(form, 'code');
  return (
    <Field label={texts.code} hint={texts.codeHint} error={error}>
      <TextInput autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} {...registration} />
    </Field>
  );
};

interface ConfirmFieldProps<T extends FieldValues, C, O> extends FormProps<T, C, O> {
  label?: string;
  hint?: string;
}

/** Asks for the password or, if an account at the provider is linked, for a fresh sign-in there. */
export const ConfirmField = <T extends FieldValues, C, O>(props: ConfirmFieldProps<T, C, O>) => {
  const { form, label = currentPassword, hint } = props;
  const { data } = useQuery(IdentitiesDocument, { skip: providerName() === '' });
  // A password, or a proof of the provider.
  const { registration, value, error } = useOwnField(form, 'currentPassword');
  // Shows the password until the identities are loaded, and if none is linked.
  const isLinked = data?.me.identities?.some(({ provider }) => provider !== null) ?? false;
  const hasPassword = !isLinked || data?.me.hasPassword !== false;
  const isConfirmed = isProofValue(value ?? '');
  const onConfirmed = (proof: string): void => setConfirmation(form, proof);
  return (
    <div className="grid min-w-0 content-start gap-2">
      {hasPassword && !isConfirmed && (
        <Field label={label} hint={hint} error={error}>
          <PasswordInput autoComplete="current-password" {...registration} />
        </Field>
      )}
      {!hasPassword && <span className="font-medium">{identitiesTexts.confirm.label}</span>}
      {isLinked && <ConfirmWithProvider isInstead={hasPassword} isConfirmed={isConfirmed} onConfirmed={onConfirmed} />}
      {!hasPassword && !isConfirmed && error && (
        // the account has no password to ask for
        <FieldError>{error === missing() ? identitiesTexts.confirm.missing(providerName()) : error}</FieldError>
      )}
    </div>
  );
};

/** Asks for the password or a sign-in at the provider and, with two-factor on, for a code. */
export const ReauthFields = <T extends FieldValues, C, O>({
  form,
  isTwoFactor,
}: FormProps<T, C, O> & { isTwoFactor: boolean }) => (
  <>
    <ConfirmField form={form} />
    {isTwoFactor && <CodeField form={form} />}
  </>
);
