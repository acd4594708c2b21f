import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { UserType } from '../users/user.types.js';

@InputType({ description: 'Input of `register`.' })
export class RegisterInput {
  @Field(() => String, { description: 'Given name, up to 50 characters.' })
  firstName!: string;

  @Field(() => String, { description: 'Family name, up to 50 characters.' })
  lastName!: string;

  @Field(() => String, { description: '3 to 50 characters, no white space and no @; unique without case.' })
  username!: string;

  @Field(() => String, { description: 'E-mail address; unique without case.' })
  email!: string;

  @Field(() => String, {
    description:
      'At least 8 characters and at most 72 bytes, with an uppercase letter, a lowercase letter and a digit.',
  })
  password!: string;
}

@InputType({ description: 'Input of `login`.' })
export class LoginInput {
  @Field(() => String, { description: 'E-mail address, without regard to case.' })
  email!: string;

  @Field(() => String, { description: 'The password.' })
  password!: string;
}

@InputType({ description: 'Input of `logout`.' })
export class LogoutInput {
  @Field(() => String, {
    nullable: true,
    description: 'An id you choose for this write. Signing out twice is harmless, so it may be left out.',
  })
  mutationId?: string | null;
}

@ObjectType({ description: 'Tokens of a sign-in.' })
export class AuthTokens {
  @Field(() => String, { description: 'Bearer token for the `Authorization` header and for `connection_init`.' })
  accessToken!: string;
}

@ObjectType()
abstract class SignedInType {
  @Field(() => UserType, { description: 'The person who is now signed in.' })
  user!: UserType;

  @Field(() => AuthTokens, { description: 'The tokens to use from now on.' })
  tokens!: AuthTokens;
}

@ObjectType({ description: 'What `register` answers.' })
export class RegisterPayload extends SignedInType {}

@ObjectType({ description: 'What `login` answers.' })
export class LoginPayload extends SignedInType {}

@ObjectType({ description: 'What a sign-out answers.' })
export class LogoutPayload {
  @Field(() => ID, { description: 'The session that has ended.' })
  sessionId!: string;
}
