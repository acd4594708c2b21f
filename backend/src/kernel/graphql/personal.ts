import type { GraphQLField } from 'graphql';
import { Extensions } from 'type-graphql';

/**
 * Marks a field whose answer depends on who looks, and not on their role alone. What is shown to many people at once is
 * worked out for all of them where no such field is asked for; a field without the mark is not told there who looks.
 */
export const Personal = (): MethodDecorator & PropertyDecorator => Extensions({ personal: true });

/** Does its answer depend on who looks? */
export const isPersonal = ({ extensions }: GraphQLField<unknown, unknown>): boolean => extensions['personal'] === true;
