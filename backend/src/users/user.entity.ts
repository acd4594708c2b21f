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
    // null of an account that was deleted
    email: p.text().strictNullable(),
    passwordHash: p.text(),
    avatar: p.text().strictNullable(),
    // what differs from the defaults
    preferences: p
      .json()
      .$type<Record<string, unknown>>()
      .onCreate(() => ({})),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    // when it is deleted for good: until then its person can restore it; it stays afterwards
    deletionAt: p.datetime(3).nullable(),
    // since when the operator lets nobody act by it
    suspendedAt: p.datetime(3).nullable(),
    // when the account was deleted for good
    blankedAt: p.datetime(3).nullable(),
  },
});

/** A person with an account. E-mail and username are unique without regard to case (indexes of the first migration). */
export class User extends UserSchema.class {}
UserSchema.setClass(User);
export { UserSchema };
