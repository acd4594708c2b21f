import * as v from 'valibot';
import { LIMITS } from './limits.js';
import { withReason } from './reasons.js';
import { isStorable, requiredText, storable, visible } from './text.js';

/** Matches only a plain domain: the URL parser would drop a port or path instead of refusing it. */
const FOREIGN_DOMAIN = /^(.*@)([a-z\d.-]*[\u0080-\uffff][a-z\d.\u0080-\uffff-]*)$/i;

/** Converts an email's domain to ASCII, as mail servers know it: `x@münchen.de` becomes `x@xn--mnchen-3ya.de`. */
export const withAsciiDomain = (email: string): string => {
  const [, name, domain] = FOREIGN_DOMAIN.exec(email) ?? [];
  const url = `http://${domain}`;
  return domain && URL.canParse(url) ? name + new URL(url).hostname : email;
};

/** A required text. `label` begins its error messages. */
const given = (label: string) =>
  v.pipe(v.optional(v.string(`${label} is required`), ''), v.nonEmpty(`${label} is required`));

/**
 * An email address as browsers accept it (the WHATWG's rule), including `o'brien@…` and `a@localhost`. Compared without
 * case; the domain is stored in ASCII.
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

/** 3 to 50 characters without white space or @, so that @mentions are unambiguous. */
export const usernameField = v.pipe(
  v.optional(v.string('Username is required'), ''),
  v.trim(),
  v.nonEmpty('Username is required'),
  visible('Username is required'),
  v.minLength(LIMITS.usernameMin, `Username must be at least ${LIMITS.usernameMin} characters`),
  v.maxLength(LIMITS.usernameMax, `Username must be at most ${LIMITS.usernameMax} characters`),
  v.regex(withReason('hasSpaceOrAt', /^[^\s@]+$/u), 'Username must not contain spaces or @'),
  storable('Username'),
);

const fitsBcrypt = (password: string): boolean => new TextEncoder().encode(password).length <= LIMITS.passwordMaxBytes;

/**
 * Checks whether bcrypt can process a password unchanged: it cuts text after 72 bytes, and at NUL. An impossible
 * password must not be compared either.
 */
export const isPossiblePassword = (password: string): boolean => fitsBcrypt(password) && isStorable(password);

/** The rules for a new password. `label` begins the message for an empty one. */
export const newPasswordField = (label = 'Password') =>
  v.pipe(
    given(label),
    v.minLength(LIMITS.passwordMin, `Password must be at least ${LIMITS.passwordMin} characters`),
    v.regex(
      withReason('weakPassword', /^(?=[\s\S]*[a-z])(?=[\s\S]*[A-Z])(?=[\s\S]*[0-9])/),
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
    ),
    v.check(
      withReason('tooManyBytes', fitsBcrypt, { max: LIMITS.passwordMaxBytes }),
      `Password must be at most ${LIMITS.passwordMaxBytes} bytes long`,
    ),
    storable('Password'),
  );

/** Any text that is not empty: a password that breaks the rules is simply wrong. */
const passwordField = given('Password');

export const personFields = {
  firstName: requiredText('First name', LIMITS.nameMax),
  lastName: requiredText('Last name', LIMITS.nameMax),
  username: usernameField,
  email: emailField,
};

export const loginSchema = v.object({ email: emailField, password: passwordField });
export type LoginInput = v.InferOutput<typeof loginSchema>;

/** A token from a link or an answer. */
export const tokenField = (label: string) => v.pipe(given(label), v.maxLength(200, `${label} is required`));

export const registerSchema = v.object({
  ...personFields,
  password: newPasswordField(),
  invitation: v.exactOptional(v.nullable(tokenField('Invitation'))),
});
export type RegisterInput = v.InferOutput<typeof registerSchema>;

export const confirmField = given('Confirm password');

/** The registration form. The repeated password never leaves the browser. */
export const registerFormSchema = v.pipe(
  v.object({
    ...registerSchema.entries,
    confirmPassword: confirmField,
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      withReason('mismatch', ({ password, confirmPassword }) => password === confirmPassword),
      'Passwords must match',
    ),
    ['confirmPassword'],
  ),
);

export const currentPasswordField = given('Current password');

/** A TOTP or recovery code with any grouping of its characters. */
export const codeField = v.pipe(
  v.optional(v.string('Code is required'), ''),
  v.trim(),
  v.nonEmpty('Code is required'),
  v.maxLength(LIMITS.codeMax, 'This code is not valid'),
);

const confirmation = {
  currentPassword: v.exactOptional(v.nullable(currentPasswordField)),
  proof: v.exactOptional(v.nullable(tokenField('Proof'))),
};

export const beginTwoFactorSchema = v.object(confirmation);

export const confirmTwoFactorSchema = v.object({ code: codeField });

/**
 * Proof of the user's identity: the password, or a fresh sign-in at the OpenID Connect provider; and, with two-factor on,
 * a code.
 */
export const proofSchema = v.object({
  ...confirmation,
  code: v.exactOptional(v.nullable(codeField)),
});

export const completeLoginSchema = v.object({ challenge: tokenField('Challenge'), code: codeField });

export const revertEmailSchema = v.object({ token: tokenField('Token') });

export const verifyEmailSchema = v.object({ token: tokenField('Token') });

export const forgotPasswordSchema = v.object({ email: emailField });

export const resetPasswordSchema = v.object({
  token: tokenField('Token'),
  password: newPasswordField(),
});
