import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.js';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).joinColumn('user_id').mapToPk().deleteRule('cascade'),
    userAgent: p.text(),
    // address of the last use
    address: p.text(),
    // a mail was sent about this sign-in
    newDevice: p.boolean(),
    createdAt: p.datetime(3),
    // to the minute
    lastSeenAt: p.datetime(3),
    expiresAt: p.datetime(3),
    revokedAt: p.datetime(3).strictNullable(),
  },
});

/** One sign-in on one device. Revoking the row invalidates its token. */
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
export { SessionSchema };
