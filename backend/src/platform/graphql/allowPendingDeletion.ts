import type { GraphQLField } from 'graphql';
import { Extensions } from 'type-graphql';

/**
 * Opens a root field, or a field of the viewer, to people whose account deletion is pending. In REST, writes inherit
 * this from the mutation; reads set `allowPendingDeletion`.
 */
export const AllowPendingDeletion = (): MethodDecorator & PropertyDecorator =>
  Extensions({ allowPendingDeletion: true });

export const allowsPendingDeletion = ({ extensions }: GraphQLField<unknown, unknown>): boolean =>
  extensions['allowPendingDeletion'] === true;
