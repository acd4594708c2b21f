import * as v from 'valibot';
import { LIMITS } from './limits.js';
import { isStorable, requiredText } from './text.js';

/** Letters that are not ASCII, and what may stand beside them in a domain: a port or a path would be cut off, not refused. */
const FOREIGN_DOMAIN = /^(.*@)([a-z\d.-]*[\u0080-\uffff][a-z\d.\u0080-\uffff-]*)$/i;

/** Writes the domain of an address in its ASCII form, as mail servers know it: `x@münchen.de` is `x@xn--mnchen-3ya.de`. */
export const withAsciiDomain = (email: string): string => {
  const [, name, domain] = FOREIGN_DOMAIN.exec(email) ?? [];
  const url = `http://${domain}`;
  return domain && URL.canParse(url) ? name + new URL(url).hostname : email;
};

/** A text that must be there; `label` begins the message where it is not. */
const given = (label: string) =>
  v.pipe(v.optional(v.string(`${label} is required`), ''), v.nonEmpty(`${label} is required`));

/**
 * An e-mail address as a browser's field takes it (the WHATWG's rule): also `o'brien@…` and `a@localhost`. Compared
 * without case; a domain of other letters is kept in its ASCII form.
 */
export const emailField = v.pipe(
  v.optional(v.string('Email is required'), ''),
  v.trim(),
  v.nonEmpty('Email is required'),
  v.maxLength(LIMITS.emailMax, 'Invalid email'),
  v.transform(withAsciiDomain),
  v.maxLength(LIMITS.emailMax, 'Invalid email'),
  v.rfcEmail('Invalid email'),
);

/** A username: 3 to 50 characters without white space or @, so that @mentions are unambiguous. */
export const usernameField = v.pipe(
  v.optional(v.string('Username is required'), ''),
  v.trim(),
  v.nonEmpty('Username is required'),
  v.minLength(LIMITS.usernameMin, `Username must be at least ${LIMITS.usernameMin} characters`),
  v.maxLength(LIMITS.usernameMax, `Username must be at most ${LIMITS.usernameMax} characters`),
  v.regex(/^[^\s@]+$/u, 'Username must not contain spaces or @'),
  v.check(isStorable, 'Username contains characters that cannot be stored'),
);

const fitsBcrypt = (password: string): boolean => new TextEncoder().encode(password).length <= LIMITS.passwordMaxBytes;

/**
 * Can this be anybody's password? Not beyond 72 bytes, which would be cut, and not with NUL or half a character, which
 * would be changed: what is not set must not be compared either.
 */
export const isPossiblePassword = (password: string): boolean => fitsBcrypt(password) && isStorable(password);

/** The rule for a password that is being set. `label` begins the message of an empty one. */
export const newPasswordField = (label = 'Password') =>
  v.pipe(
    given(label),
    v.minLength(LIMITS.passwordMin, `Password must be at least ${LIMITS.passwordMin} characters`),
    v.regex(
      /^(?=[\s\S]*[a-z])(?=[\s\S]*[A-Z])(?=[\s\S]*[0-9])/,
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
    ),
    v.check(fitsBcrypt, `Password must be at most ${LIMITS.passwordMaxBytes} bytes long`),
    v.check(isStorable, 'Password contains characters that cannot be stored'),
  );

/** The password of a sign-in: any text that is not empty, so that one which cannot be is refused as a wrong one is. */
const passwordField = given('Password');

/** What is said of a person. */
export const personFields = {
  firstName: requiredText('First name', LIMITS.nameMax),
  lastName: requiredText('Last name', LIMITS.nameMax),
  username: usernameField,
  email: emailField,
};

/** Input of sign-in. */
export const loginSchema = v.object({ email: emailField, password: passwordField });
export type LoginInput = v.InferOutput<typeof loginSchema>;

/** A token out of a link or an answer. */
export const tokenField = (label: string) => v.pipe(given(label), v.maxLength(200, `${label} is required`));

/** Input of registration. */
export const registerSchema = v.object({
  ...personFields,
  password: newPasswordField(),
  invitation: v.exactOptional(v.nullable(tokenField('Invitation'))),
});
export type RegisterInput = v.InferOutput<typeof registerSchema>;

/** A new password once more. */
export const confirmField = given('Confirm password');

/** The registration form: the password twice; the second one never leaves the browser. */
export const registerFormSchema = v.pipe(
  v.object({
    ...registerSchema.entries,
    confirmPassword: confirmField,
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      ({ password, confirmPassword }) => password === confirmPassword,
      'Passwords must match',
    ),
    ['confirmPassword'],
  ),
);
export type RegisterFormInput = v.InferInput<typeof registerFormSchema>;
export type RegisterFormOutput = v.InferOutput<typeof registerFormSchema>;

/** The password of who is signed in, as proof that it is they. */
export const currentPasswordField = given('Current password');

/** A code of an authenticator app, or a recovery code, however its characters are grouped. */
export const codeField = v.pipe(
  v.optional(v.string('Code is required'), ''),
  v.trim(),
  v.nonEmpty('Code is required'),
  v.maxLength(LIMITS.codeMax, 'This code is not valid'),
);

/** Input of beginning with two-factor sign-in. */
export const beginTwoFactorSchema = v.object({ currentPassword: currentPasswordField });

/** Input of switching it on. */
export const confirmTwoFactorSchema = v.object({ code: codeField });

/** Proof that it is the person: the password and, with two-factor on, a code. */
export const proofSchema = v.object({
  currentPassword: currentPasswordField,
  code: v.exactOptional(v.nullable(codeField)),
});

/** Input of the second step of a sign-in. */
export const completeLoginSchema = v.object({ challenge: tokenField('Challenge'), code: codeField });

/** Input of taking back a change of the e-mail. */
export const revertEmailSchema = v.object({ token: tokenField('Token') });

/** Input of asking for a way back in. */
export const forgotPasswordSchema = v.object({ email: emailField });

/** Input of a new password by the token of a mail. */
export const resetPasswordSchema = v.object({
  token: tokenField('Token'),
  password: newPasswordField(),
});
