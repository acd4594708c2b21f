import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { beginTwoFactorSchema, confirmTwoFactorSchema, proofSchema } from '../../contract/auth.js';
import { inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf } from '../platform/graphql/write.js';
import { OwnAccountType } from '../users/user.types.js';

@ObjectType({
  description: 'A sign-in that waits for its second factor. Its token grants no access by itself.',
})
export class LoginChallenge {
  @Field(() => String, { description: 'The token to send to `completeLogin` with the code, from the same device.' })
  token!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When it expires, after five minutes.' })
  expiresAt!: Date;
}

const CONFIRMATION = {
  currentPassword: 'The current password; required without `proof`.',
  proof: 'Instead of the password: the proof that `completeOidc` answered in this session, for five minutes.',
};

/** Descriptions of the fields that prove the caller's identity. */
export const PROOF = {
  ...CONFIRMATION,
  code: 'A code from the app or a recovery code; required only with two-factor on. It cannot be used again.',
};

export const BeginTwoFactorInput = inputOf('BeginTwoFactor', {
  schema: beginTwoFactorSchema,
  descriptions: CONFIRMATION,
});

export const BeginTwoFactorPayload = payloadOf('BeginTwoFactor', {
  secret: { type: String, description: 'The secret in Base32, to type into an authenticator app.' },
  uri: { type: String, description: 'The secret as an `otpauth:` URI, which apps can open.' },
  qr: { type: String, description: 'The secret as a QR code: an SVG without scripts or styles.' },
});

export const ConfirmTwoFactorInput = inputOf('ConfirmTwoFactor', {
  schema: confirmTwoFactorSchema,
  descriptions: { code: 'The code that the app shows.' },
});

export const ConfirmTwoFactorPayload = payloadOf('ConfirmTwoFactor', {
  recoveryCodes: { type: [String], description: 'Ten recovery codes, each of which works once. Returned only here.' },
});

export const DisableTwoFactorInput = inputOf('DisableTwoFactor', { schema: proofSchema, descriptions: PROOF });

export const DisableTwoFactorPayload = payloadOf('DisableTwoFactor', OwnAccountType);

export const RegenerateRecoveryCodesInput = inputOf('RegenerateRecoveryCodes', {
  schema: proofSchema,
  descriptions: PROOF,
});

export const RegenerateRecoveryCodesPayload = payloadOf('RegenerateRecoveryCodes', {
  recoveryCodes: { type: [String], description: 'Ten new codes; the old ones no longer work. Returned only here.' },
});
