import { defineEntity, p } from '@mikro-orm/core';

const UserSchema = defineEntity({
  name: 'User',
  // "user" is a reserved word of SQL
  tableName: 'account',
  properties: {
    id: p.uuid().primary(),
    firstName: p.text(),
    lastName: p.text(),
    username: p.text(),
    // null for deleted accounts
    email: p.text().strictNullable(),
    passwordHash: p.text(),
    avatar: p.text().strictNullable(),
    // only differences from the defaults
    preferences: p
      .json()
      .$type<Record<string, unknown>>()
      .onCreate(() => ({})),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    // end of the grace period, during which the user can restore the account
    deletionAt: p.datetime(3).nullable(),
    suspendedAt: p.datetime(3).nullable(),
    // when the account's personal data was removed
    blankedAt: p.datetime(3).nullable(),
    isAdmin: p.boolean().default(false),
    // the account is older than verification of addresses
    predatesVerification: p.boolean().default(false),
  },
});

/** Emails and usernames are unique without case (indexes of the first migration). */
export class User extends UserSchema.class {}
UserSchema.setClass(User);
export { UserSchema };
