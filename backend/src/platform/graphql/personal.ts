import type { GraphQLField } from 'graphql';
import { Extensions } from 'type-graphql';

/**
 * Marks a field whose value depends on the viewer beyond their role. The feed computes an event once for all viewers unless
 * such a field is selected; an unmarked field gets no viewer there.
 */
export const Personal = (): MethodDecorator & PropertyDecorator => Extensions({ personal: true });

export const isPersonal = ({ extensions }: GraphQLField<unknown, unknown>): boolean => extensions['personal'] === true;
