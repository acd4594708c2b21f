import * as v from 'valibot';
import { proofSchema, tokenField } from './auth.js';
import { OIDC_PURPOSES } from './enums.js';
import { withReason } from './reasons.js';

const providerField = v.exactOptional(v.nullable(v.pipe(v.string(), v.maxLength(50, 'There is no such provider'))));

export const beginOidcSchema = v.object({
  provider: providerField,
  for: v.exactOptional(v.nullable(v.picklist(OIDC_PURPOSES, 'for must be SIGN_IN or PROOF'))),
});

export const linkIdentitySchema = v.object({ provider: providerField, ...proofSchema.entries });

/** Parameters of the provider's answer. Codes of some providers are long. */
const answerField = (label: string) =>
  v.pipe(
    v.optional(v.string(`${label} is required`), ''),
    v.nonEmpty(`${label} is required`),
    v.maxLength(4096, `${label} is too long`),
  );

/** RFC 7636: 43 to 128 unreserved characters. */
const VERIFIER = /^[\w.~-]{43,128}$/;

export const completeOidcSchema = v.object({
  state: tokenField('State'),
  code: answerField('Code'),
  iss: v.exactOptional(v.nullable(answerField('Issuer'))),
  verifier: v.pipe(
    v.optional(v.string('Verifier is required'), ''),
    v.nonEmpty('Verifier is required'),
    v.regex(withReason('malformed', VERIFIER), 'Verifier must be the one that the sign-in began with'),
  ),
  invitation: v.exactOptional(v.nullable(tokenField('Invitation'))),
});
