import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, InputType, ObjectType } from 'type-graphql';
import { payloadOf, WriteInput } from '../kernel/graphql/write.js';
import { OwnAccountType } from '../users/user.types.js';

@ObjectType({
  description: 'A sign-in that waits for its second factor. It is no sign-in token: it opens nothing by itself.',
})
export class LoginChallenge {
  @Field(() => String, { description: 'To send to `completeLogin`, from the same device, with the code.' })
  token!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'Until when: five minutes.' })
  expiresAt!: Date;
}

@InputType({ description: 'Input of `beginTwoFactor`.' })
export class BeginTwoFactorInput extends WriteInput {
  @Field(() => String, { description: 'The password as it is.' })
  currentPassword!: string;
}

@ObjectType({ description: 'What `beginTwoFactor` answers.' })
export class BeginTwoFactorPayload {
  @Field(() => String, { description: 'To type into an authenticator app, in Base32.' })
  secret!: string;

  @Field(() => String, { description: 'The same as an `otpauth:` address, which apps open.' })
  uri!: string;

  @Field(() => String, { description: 'The same as a QR code: an SVG without script or style.' })
  qr!: string;
}

@InputType({ description: 'Input of `confirmTwoFactor`.' })
export class ConfirmTwoFactorInput extends WriteInput {
  @Field(() => String, { description: 'The code that the app shows now.' })
  code!: string;
}

@ObjectType({ description: 'What `confirmTwoFactor` answers.' })
export class ConfirmTwoFactorPayload {
  @Field(() => [String], { description: 'Ten codes for when the app is not at hand; each works once. Told only here.' })
  recoveryCodes!: string[];
}

/** What every act takes that asks for proof. */
@InputType()
export abstract class ProofInput extends WriteInput {
  @Field(() => String, { description: 'The password as it is.' })
  currentPassword!: string;

  @Field(() => String, {
    nullable: true,
    description: 'A code of the app or a recovery code; asked only of who has two-factor on. It is used from then on.',
  })
  code?: string | null;
}

@InputType({ description: 'Input of `disableTwoFactor`.' })
export class DisableTwoFactorInput extends ProofInput {}

export const DisableTwoFactorPayload = payloadOf('DisableTwoFactor', OwnAccountType);

@InputType({ description: 'Input of `regenerateRecoveryCodes`.' })
export class RegenerateRecoveryCodesInput extends ProofInput {}

@ObjectType({ description: 'What `regenerateRecoveryCodes` answers.' })
export class RegenerateRecoveryCodesPayload {
  @Field(() => [String], { description: 'Ten new codes; those before do not work any more. Told only here.' })
  recoveryCodes!: string[];
}
