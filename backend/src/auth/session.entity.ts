import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.js';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).joinColumn('user_id').mapToPk().deleteRule('cascade'),
    userAgent: p.text(),
    // from where it was used last
    address: p.text(),
    // nobody had signed in from there before: a mail told of it
    newDevice: p.boolean(),
    createdAt: p.datetime(3),
    // to the minute
    lastSeenAt: p.datetime(3),
    expiresAt: p.datetime(3),
    revokedAt: p.datetime(3).strictNullable(),
  },
});

/** One sign-in on one device. A token is worth what its session is: revoking the row ends it everywhere. */
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
export { SessionSchema };
