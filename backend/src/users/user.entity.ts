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
    email: p.text(),
    passwordHash: p.text(),
    avatar: p.text().strictNullable(),
    // what differs from the defaults
    preferences: p
      .json()
      .$type<Record<string, unknown>>()
      .onCreate(() => ({})),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** A person with an account. E-mail and username are unique without regard to case (indexes of the first migration). */
export class User extends UserSchema.class {}
UserSchema.setClass(User);
export { UserSchema };
