import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { OidcPurpose } from '../../contract/enums.js';
import { OIDC } from '../../contract/limits.js';
import { beginOidcSchema, completeOidcSchema, linkIdentitySchema } from '../../contract/oidc.js';
import { AuthTokens, UnkeyedInput } from '../auth/auth.types.js';
import { LoginChallenge, PROOF } from '../auth/twoFactor.types.js';
import { describeEnum, orNull } from '../platform/graphql/describe.js';
import { idInputOf, inputOf } from '../platform/graphql/inputOf.js';
import { UserType } from '../users/user.types.js';

describeEnum(OidcPurpose, 'OidcPurpose', 'What a sign-in at the provider is for.', {
  SIGN_IN: 'To sign in or to sign up.',
  PROOF: 'To prove who you are, in place of the password: the provider asks you to sign in again.',
});

@ObjectType({ description: 'An OpenID Connect provider that people can sign in with.' })
export class OidcProvider {
  @Field(() => ID, { description: 'The id to begin a sign-in with.' })
  id!: string;

  @Field(() => String, { description: 'What people call it.' })
  name!: string;
}

@ObjectType({ description: 'How people can sign in on this server.' })
export class SignInWays {
  @Field(() => Boolean, { description: 'Whether everyone can use a password. If not, only administrators can.' })
  password!: boolean;

  @Field(() => [OidcProvider], { description: 'The OpenID Connect providers; at most one now.' })
  oidc!: OidcProvider[];
}

@ObjectType({ description: 'An account at an OpenID Connect provider that can sign in to yours.' })
export class Identity {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => ID, orNull('The provider in `signInWays`; null if the server no longer uses it.'))
  provider!: string | null;

  @Field(() => String, { description: 'What people call the provider.' })
  name!: string;

  @Field(() => String, { description: 'The issuer, a URL. With `subject`, it identifies the account there.' })
  issuer!: string;

  @Field(() => String, { description: 'The subject: the id of the account at the issuer.' })
  subject!: string;

  @Field(() => String, orNull('The email address there, as of the last sign-in.'))
  email!: string | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was linked.' })
  linkedAt!: Date;

  @Field(() => GraphQLDateTimeISO, orNull('When it last signed in.'))
  lastUsedAt!: Date | null;
}

@ObjectType()
abstract class BegunType {
  @Field(() => String, { description: `The address at the provider to open, within ${OIDC.minutes} minutes.` })
  url!: string;

  @Field(() => String, { description: 'The `state` that the provider returns.' })
  state!: string;

  @Field(() => String, {
    description: 'A secret for `completeOidc`. Keep it where the sign-in began, such as the browser tab.',
  })
  verifier!: string;
}

const PROVIDER_DESCRIPTION = 'The provider; the only one if absent.';

export const BeginOidcInput = inputOf('BeginOidc', {
  base: UnkeyedInput,
  schema: beginOidcSchema,
  descriptions: {
    provider: PROVIDER_DESCRIPTION,
    for: 'What it is for; default `SIGN_IN`. `PROOF` requires a session.',
  },
});

@ObjectType({ description: 'What `beginOidc` answers.' })
export class BeginOidcPayload extends BegunType {}

export const LinkIdentityInput = inputOf('LinkIdentity', {
  schema: linkIdentitySchema,
  descriptions: { ...PROOF, provider: PROVIDER_DESCRIPTION },
});

@ObjectType({ description: 'What `linkIdentity` answers.' })
export class LinkIdentityPayload extends BegunType {}

export const CompleteOidcInput = inputOf('CompleteOidc', {
  base: UnkeyedInput,
  schema: completeOidcSchema,
  descriptions: {
    state: 'The `state` of the provider’s answer.',
    code: 'The `code` of the provider’s answer.',
    iss: 'The `iss` of the provider’s answer; required if the provider sends it.',
    verifier: 'The secret that the sign-in began with.',
    invitation: 'The token of an invitation link: a new account joins its project.',
  },
});

@ObjectType('SignInProof', { description: 'A proof of who you are, in place of the password.' })
export class SignInProofType {
  @Field(() => String, { description: 'The `proof` of other calls. It works in this session alone.' })
  token!: string;

  @Field(() => GraphQLDateTimeISO, { description: `When it expires, after ${OIDC.proofMinutes} minutes.` })
  expiresAt!: Date;
}

@ObjectType({ description: 'What `completeOidc` answers.' })
export class CompleteOidcPayload {
  @Field(() => UserType, orNull('You, signed in or with the linked identity; null with a challenge or a proof.'))
  user!: UserType | null;

  @Field(() => AuthTokens, orNull('The tokens to use from now on, after a sign-in.'))
  tokens!: AuthTokens | null;

  @Field(() => LoginChallenge, orNull('With two-factor on, after a sign-in: the challenge for `completeLogin`.'))
  challenge!: LoginChallenge | null;

  @Field(() => SignInProofType, orNull('The proof, if it was for `PROOF`.'))
  proof!: SignInProofType | null;
}

export const UnlinkIdentityInput = idInputOf('UnlinkIdentity', 'Which identity.');

@ObjectType({ description: 'What `unlinkIdentity` answers.' })
export class UnlinkIdentityPayload {
  @Field(() => ID, { description: 'The unlinked identity.' })
  identityId!: string;
}
