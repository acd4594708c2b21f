import { useQuery } from '@apollo/client/react';
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
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

interface CodeFieldProps {
  registration: UseFormRegisterReturn;
  error: string | undefined;
}

/** Asks for a code of the authenticator app, or a recovery code. */
export const CodeField = ({ registration, error }: CodeFieldProps) => (
  <Field label={texts.code} hint={texts.codeHint} error={error}>
    <TextInput autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} {...registration} />
  </Field>
);

interface ConfirmFieldProps {
  label?: string;
  hint?: string;
  registration: UseFormRegisterReturn;
  error: string | undefined;
  /** The value of the field: a password, or a proof of the provider. */
  value: string | undefined;
  onConfirmed: (value: string) => void;
}

/** Asks for the password or, if an account at the provider is linked, for a fresh sign-in there. */
export const ConfirmField = ({
  label = currentPassword,
  hint,
  registration,
  error,
  value,
  onConfirmed,
}: ConfirmFieldProps) => {
  const { data } = useQuery(IdentitiesDocument, { skip: providerName() === '' });
  // Shows the password until the identities are loaded, and if none is linked.
  const isLinked = data?.me.identities?.some(({ provider }) => provider !== null) ?? false;
  const hasPassword = !isLinked || data?.me.hasPassword !== false;
  const isConfirmed = isProofValue(value ?? '');
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

interface ProofFieldsProps {
  register: (name: 'currentPassword' | 'code') => UseFormRegisterReturn;
  errors: FieldErrors<{ currentPassword: string; code: string }>;
  isTwoFactor: boolean;
  /** The value of `currentPassword`. */
  value: string | undefined;
  onConfirmed: (value: string) => void;
}

/** Asks for the password or a sign-in at the provider and, with two-factor on, for a code. */
export const ReauthFields = ({ register, errors, isTwoFactor, value, onConfirmed }: ProofFieldsProps) => (
  <>
    <ConfirmField
      registration={register('currentPassword')}
      error={errors.currentPassword?.message}
      value={value}
      onConfirmed={onConfirmed}
    />
    {isTwoFactor && <CodeField registration={register('code')} error={errors.code?.message} />}
  </>
);
