import type { GraphQLField } from 'graphql';
import { Extensions } from 'type-graphql';

/**
 * Opens a root field, or one of the signed-in person's own, to whoever is deleting their account. By REST it is
 * `whileLeaving` of the row.
 */
export const WhileLeaving = (): MethodDecorator & PropertyDecorator => Extensions({ whileLeaving: true });

/** Is it open to whoever is deleting their account? */
export const isWhileLeaving = ({ extensions }: GraphQLField<unknown, unknown>): boolean =>
  extensions['whileLeaving'] === true;
